"""GPUaaS for Python programs; needs nothing but Python.

    from gpuaas import Client, CreateProject, all_items

    client = Client("http://127.0.0.1:8080", token)
    for tenant in all_items(client.identity.list_tenants):
        print(tenant.slug)

The calls and data classes are generated from the contract; `transport` sends every one of them, so that credentials,
idempotency keys, retries, bounds and errors are dealt with in one place.
"""

from .client import Client
from .errors import GpuaasError, ServerUnreachable
from .generated import *  # noqa: F403
from .generated import __all__ as _generated
from .paging import all_items
from .transport import RetryLimits, new_idempotency_key

__all__ = [
    "Client",
    "GpuaasError",
    "RetryLimits",
    "ServerUnreachable",
    "all_items",
    "new_idempotency_key",
    *_generated,
]
