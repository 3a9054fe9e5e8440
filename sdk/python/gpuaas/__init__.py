"""GPUaaS for Python programs; needs nothing but Python.

    from gpuaas import Client, CreateProject, all_items

    client = Client("http://127.0.0.1:8080", token)
    for tenant in all_items(client.identity.list_tenants):
        print(tenant.slug)

Where tokens come from is in `gpuaas.auth`: `connect()` uses what `gpuaas login` left, `ServiceAccountTokens` mints
tokens for programs. `gpuaas.aio` has the same for asyncio, `wait_until_active` waits for an allocation,
`client.run` runs a program on GPUs of its own.

The calls and data classes are generated from the contract; `transport` sends every one of them, so that credentials,
idempotency keys, retries, bounds and errors are dealt with in one place.
"""

from .assertions import client_assertion
from .auth import DeviceCode, Profile, ServiceAccountTokens, connect, sign_in_by_device
from .client import Client
from .errors import (
    CommandFailed,
    Conflict,
    GpuaasError,
    Invalid,
    NotFound,
    NotPermitted,
    NotSignedIn,
    RateLimited,
    ServerUnreachable,
    SignInFailed,
    Unavailable,
    WaitEnded,
    WaitFailed,
    WaitTimedOut,
)
from .generated import *  # noqa: F403
from .generated import __all__ as _generated
from .paging import all_items
from .running import Finished
from .transport import RetryLimits, new_idempotency_key
from .waiting import wait_until_active, wait_until_released

__all__ = [
    "Client",
    "CommandFailed",
    "Conflict",
    "DeviceCode",
    "Finished",
    "GpuaasError",
    "Invalid",
    "NotFound",
    "NotPermitted",
    "NotSignedIn",
    "Profile",
    "RateLimited",
    "RetryLimits",
    "ServerUnreachable",
    "ServiceAccountTokens",
    "SignInFailed",
    "Unavailable",
    "WaitEnded",
    "WaitFailed",
    "WaitTimedOut",
    "all_items",
    "client_assertion",
    "connect",
    "new_idempotency_key",
    "sign_in_by_device",
    "wait_until_active",
    "wait_until_released",
    *_generated,
]
