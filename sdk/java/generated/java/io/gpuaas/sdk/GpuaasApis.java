// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

/** The calls of the API, grouped as in the contract. */
abstract sealed class GpuaasApis permits GpuaasClient {

    final Transport transport;

    GpuaasApis(Transport transport) {
        this.transport = transport;
    }

    public IdentityApi identity() {
        return new IdentityApi(transport);
    }

    public AccessApi access() {
        return new AccessApi(transport);
    }

    public TenancyApi tenancy() {
        return new TenancyApi(transport);
    }

    public MachinesApi machines() {
        return new MachinesApi(transport);
    }

    public UsersApi users() {
        return new UsersApi(transport);
    }

    public NotificationsApi notifications() {
        return new NotificationsApi(transport);
    }

    public PoliciesApi policies() {
        return new PoliciesApi(transport);
    }

    public AuditApi audit() {
        return new AuditApi(transport);
    }

    public TracesApi traces() {
        return new TracesApi(transport);
    }

    public EventsApi events() {
        return new EventsApi(transport);
    }

    public OperationsApi operations() {
        return new OperationsApi(transport);
    }

    public NodesApi nodes() {
        return new NodesApi(transport);
    }

    public AllocationsApi allocations() {
        return new AllocationsApi(transport);
    }

    public ReservationsApi reservations() {
        return new ReservationsApi(transport);
    }

    public OfferingsApi offerings() {
        return new OfferingsApi(transport);
    }

    public CapacityApi capacity() {
        return new CapacityApi(transport);
    }

    public ReferenceApi reference() {
        return new ReferenceApi(transport);
    }

    public UpdatesApi updates() {
        return new UpdatesApi(transport);
    }

    public JoiningApi joining() {
        return new JoiningApi(transport);
    }

    public GatewaysApi gateways() {
        return new GatewaysApi(transport);
    }

    public TerminalsApi terminals() {
        return new TerminalsApi(transport);
    }

    public CommandsApi commands() {
        return new CommandsApi(transport);
    }

    public RecordingsApi recordings() {
        return new RecordingsApi(transport);
    }

    public BillingApi billing() {
        return new BillingApi(transport);
    }

    public FinanceApi finance() {
        return new FinanceApi(transport);
    }

    public PaymentsApi payments() {
        return new PaymentsApi(transport);
    }

    public UsageApi usage() {
        return new UsageApi(transport);
    }

    public ArtifactsApi artifacts() {
        return new ArtifactsApi(transport);
    }

    public AdvisoriesApi advisories() {
        return new AdvisoriesApi(transport);
    }

    public AppsApi apps() {
        return new AppsApi(transport);
    }

    public EntitlementsApi entitlements() {
        return new EntitlementsApi(transport);
    }
}
