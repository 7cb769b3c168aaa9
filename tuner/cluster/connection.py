"""Find the scheduler at an address, or say in one line why there is none."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tuner.cluster.errors import ClusterError, MissingExtraError, ended_by

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["connect", "patience", "require_extra", "workers_of"]

_CONNECT_SECONDS = 5.0
"""Whoever is there answers at once, or is somebody else."""


_CURE = "give the address that 'dask scheduler' has printed, such as tcp://10.0.0.5:8786"


def require_extra() -> None:
    """Make sure that Dask is installed.

    Raises:
        MissingExtraError: if it is not.
    """
    try:
        import distributed  # noqa: F401, PLC0415 - an extra, and slow to import
    except ImportError:
        raise MissingExtraError from None


def patience() -> float:
    """Return for how many seconds a scheduler may be silent, which Dask's own settings say."""
    import dask  # noqa: PLC0415 - an extra
    from dask.utils import parse_timedelta  # noqa: PLC0415

    return float(parse_timedelta(dask.config.get("distributed.comm.timeouts.connect")))


async def connect(address: str) -> Client:
    """Return a client of the scheduler at an address; Dask's own settings say how, TLS included.

    Raises:
        ClusterError: if there is none.
    """
    from distributed import Client  # noqa: PLC0415 - an extra

    await _require_scheduler(address)
    try:
        client: Client = await Client(
            address,
            asynchronous=True,
            set_as_default=False,
            name="tune",
            timeout=patience(),
        )
    except Exception as error:
        raise ClusterError(f"cannot use the scheduler at {address}: {ended_by(error)}") from error
    return client


async def _require_scheduler(address: str) -> None:
    """Ask who is there: whatever is no scheduler would be waited for in vain."""
    from distributed.core import rpc  # noqa: PLC0415 - an extra
    from distributed.security import Security  # noqa: PLC0415

    try:
        arguments = Security().get_connection_args("client")
        async with rpc(address, timeout=_CONNECT_SECONDS, connection_args=arguments) as there:
            found = await asyncio.wait_for(_identity(there), _CONNECT_SECONDS)
    except TimeoutError:
        raise ClusterError(f"nothing at {address} answers as a Dask scheduler; {_CURE}") from None
    except (OSError, TypeError, ValueError) as error:
        raise ClusterError(
            f"no Dask scheduler can be reached at '{address}' ({ended_by(error)}); {_CURE}"
        ) from error
    except Exception as error:
        raise ClusterError(f"what answers at {address} is no Dask scheduler; {_CURE}") from error
    kind = found.get("type", "something else") if isinstance(found, dict) else "something else"
    if kind != "Scheduler":
        raise ClusterError(
            f"{address} is the address of a {kind.lower()}, not of a scheduler; give that of "
            "'dask scheduler'"
        )


async def _identity(server: Any) -> Any:
    """Return what a server of Dask says of itself."""
    return await server.identity()


async def workers_of(client: Client) -> dict[str, dict[str, Any]]:
    """Return what the scheduler says of its workers now, by address.

    Raises:
        OSError: if it cannot be reached.
    """
    scheduler: Any = client.scheduler
    found = await scheduler.identity(n_workers=-1)
    workers: dict[str, dict[str, Any]] = found["workers"]
    return workers
