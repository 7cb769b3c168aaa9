"""Speed as ratios: `python benchmarks/speed.py` is `tune bench`, and takes its options.

What is measured is in `tuner/bench`; the C programs that it is compared with are in `benchmarks/c`.
"""

from __future__ import annotations

import sys

from tuner.cli import main

if __name__ == "__main__":
    sys.argv[1:1] = ["bench"]
    main()
