"""On Windows no process can take another one over: a job ends the table with us, however we are ended."""

from __future__ import annotations

import ctypes
import subprocess
from typing import Any

_KILL_ON_CLOSE = 0x2000
_EXTENDED_LIMITS = 9


class _BasicLimits(ctypes.Structure):
    """`JOBOBJECT_BASIC_LIMIT_INFORMATION`."""

    _fields_ = [
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    ]


class ExtendedLimits(ctypes.Structure):
    """`JOBOBJECT_EXTENDED_LIMIT_INFORMATION`: 144 bytes where addresses have 64 bits."""

    _fields_ = [
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    ]


def run_and_end_with_us(command: list[str], beside: subprocess.Popen[bytes] | None) -> int:
    """Run the table until it ends; it, and what is fetched beside it, end with this process."""
    job = _job()
    table = subprocess.Popen(command)
    for process in (table, beside):
        if process is not None and job is not None:
            ctypes.windll.kernel32.AssignProcessToJobObject(job, ctypes.c_void_p(int(process._handle)))
    while True:
        try:
            return table.wait()
        except KeyboardInterrupt:  # the table gets it as well, and closes its files
            continue


def _job() -> Any:
    """Return a job whose processes end when its last handle is closed, which is when we end. None where there can be
    none."""
    kernel = ctypes.windll.kernel32
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = ExtendedLimits()
    limits.BasicLimitInformation.LimitFlags = _KILL_ON_CLOSE
    is_set = job and kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
    return job if is_set else None
