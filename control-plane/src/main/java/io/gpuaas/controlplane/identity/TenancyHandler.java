package io.gpuaas.controlplane.identity;

import io.gpuaas.api.AnswerInvitation;
import io.gpuaas.api.CreateInvitation;
import io.gpuaas.api.Grant;
import io.gpuaas.api.Invitation;
import io.gpuaas.api.InvitationPage;
import io.gpuaas.api.Member;
import io.gpuaas.api.MemberPage;
import io.gpuaas.api.SetProjectMember;
import io.gpuaas.api.SetTenantMember;
import io.gpuaas.api.SuspendTenant;
import io.gpuaas.api.TenancyApi;
import io.gpuaas.api.Tenant;
import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TenancyHandler implements TenancyApi {

    private static final String MEMBERS = "members";
    private static final String INVITATIONS = "invitations";

    private final Tenancy tenancy;
    private final Members members;
    private final Invitations invitations;

    private final boolean isMailKept;

    TenancyHandler(Tenancy tenancy, Members members, Invitations invitations, GpuaasProperties properties) {
        this.isMailKept = properties.mail().delivery() == GpuaasProperties.Mail.Delivery.LOCAL;
        this.tenancy = tenancy;
        this.members = members;
        this.invitations = invitations;
    }

    @Override
    public Tenant suspendTenant(TenantId tenant, SuspendTenant command) {
        return tenancy.suspend(tenant, command);
    }

    @Override
    public Tenant reactivateTenant(TenantId tenant) {
        return tenancy.reactivate(tenant);
    }

    @Override
    public MemberPage listTenantMembers(TenantId tenant, Integer limit, @Nullable String cursor) {
        return listMembers(new Place(tenant, null), limit, cursor);
    }

    @Override
    public MemberPage listProjectMembers(ProjectId project, Integer limit, @Nullable String cursor) {
        return listMembers(in(project), limit, cursor);
    }

    private MemberPage listMembers(Place place, int limit, @Nullable String cursor) {
        List<Member> rows = members.list(place, PageCursor.decode(MEMBERS, cursor, UUID::fromString), limit + 1);
        return new MemberPage(PageCursor.page(rows, limit), PageCursor.next(MEMBERS, rows, limit, Member::principalId));
    }

    @Override
    public Member setTenantMember(TenantId tenant, PrincipalId principal, SetTenantMember command) {
        return members.set(
                principal, new Place(tenant, null), Role.fromWire(command.role().wire()));
    }

    @Override
    public Member setProjectMember(ProjectId project, PrincipalId principal, SetProjectMember command) {
        return members.set(principal, in(project), Role.fromWire(command.role().wire()));
    }

    @Override
    public Member removeTenantMember(TenantId tenant, PrincipalId principal) {
        return members.removeFromTenant(principal, tenant);
    }

    @Override
    public Member removeProjectMember(ProjectId project, PrincipalId principal) {
        return members.removeFromProject(principal, in(project));
    }

    @Override
    public InvitationPage listInvitations(TenantId tenant, Integer limit, @Nullable String cursor) {
        List<Invitation> rows =
                invitations.list(tenant, PageCursor.decode(INVITATIONS, cursor, UUID::fromString), limit + 1);
        return new InvitationPage(
                PageCursor.page(rows, limit).stream().map(this::told).toList(),
                PageCursor.next(INVITATIONS, rows, limit, Invitation::id));
    }

    @Override
    public Invitation createInvitation(TenantId tenant, CreateInvitation command) {
        return told(invitations.create(tenant, command));
    }

    @Override
    public Invitation revokeInvitation(TenantId tenant, InvitationId invitation) {
        return told(invitations.revoke(tenant, invitation));
    }

    @Override
    public Grant acceptInvitation(AnswerInvitation command) {
        return invitations.accept(command.token());
    }

    @Override
    public Invitation declineInvitation(AnswerInvitation command) {
        return invitations.decline(command.token());
    }

    private Invitation told(Invitation invitation) {
        return new Invitation(
                invitation.id(),
                invitation.tenantId(),
                invitation.projectId(),
                invitation.email(),
                invitation.role(),
                invitation.state(),
                invitation.createdAt(),
                invitation.expiresAt(),
                invitation.invitedBy(),
                invitation.letterSentAt(),
                isMailKept);
    }

    private static Place in(ProjectId project) {
        return new Place(Objects.requireNonNull(Call.current().tenantId()), project);
    }
}
