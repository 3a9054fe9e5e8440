# Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
"""The contract as Python; import from gpuaas, not from here."""

from .access_api import AccessApi
from .audit_api import AuditApi
from .events_api import EventsApi
from .identity_api import IdentityApi
from .policies_api import PoliciesApi
from .reference_api import ReferenceApi
from .models import AddSshKey
from .models import AuditEvent
from .models import AuditEventPage
from .models import AuditOutcome
from .models import AuditVerification
from .models import Blame
from .models import CreateProject
from .models import CreateTenant
from .models import DeadLetter
from .models import DeadLetterPage
from .models import DeadLetterState
from .models import DiscardDeadLetter
from .models import ErrorCatalogue
from .models import ErrorDescription
from .models import ExportFormat
from .models import Grant
from .models import Me
from .models import Policy
from .models import PolicyList
from .models import PolicyScope
from .models import PolicySource
from .models import PolicyType
from .models import PrincipalKind
from .models import Problem
from .models import Project
from .models import ProjectPage
from .models import RenameSshKey
from .models import SetPolicy
from .models import SshKey
from .models import SshKeyPage
from .models import Tenant
from .models import TenantPage
from .models import Violation


__all__ = [
    "AccessApi",
    "AuditApi",
    "EventsApi",
    "IdentityApi",
    "PoliciesApi",
    "ReferenceApi",
    "AddSshKey",
    "AuditEvent",
    "AuditEventPage",
    "AuditOutcome",
    "AuditVerification",
    "Blame",
    "CreateProject",
    "CreateTenant",
    "DeadLetter",
    "DeadLetterPage",
    "DeadLetterState",
    "DiscardDeadLetter",
    "ErrorCatalogue",
    "ErrorDescription",
    "ExportFormat",
    "Grant",
    "Me",
    "Policy",
    "PolicyList",
    "PolicyScope",
    "PolicySource",
    "PolicyType",
    "PrincipalKind",
    "Problem",
    "Project",
    "ProjectPage",
    "RenameSshKey",
    "SetPolicy",
    "SshKey",
    "SshKeyPage",
    "Tenant",
    "TenantPage",
    "Violation",
]
