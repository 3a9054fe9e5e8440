package io.gpuaas.controlplane.identity.machines;

import io.gpuaas.api.AccessToken;
import io.gpuaas.api.AccessTokenPage;
import io.gpuaas.api.CreateAccessToken;
import io.gpuaas.api.CreateServiceAccount;
import io.gpuaas.api.CreateServiceAccountKey;
import io.gpuaas.api.MachinesApi;
import io.gpuaas.api.MintToken;
import io.gpuaas.api.MintedToken;
import io.gpuaas.api.NewAccessToken;
import io.gpuaas.api.NewServiceAccountKey;
import io.gpuaas.api.RevokeAccess;
import io.gpuaas.api.RevokedAccess;
import io.gpuaas.api.ServiceAccount;
import io.gpuaas.api.ServiceAccountKey;
import io.gpuaas.api.ServiceAccountPage;
import io.gpuaas.api.UpdateServiceAccount;
import io.gpuaas.controlplane.identity.OpenInvitations;
import io.gpuaas.controlplane.identity.PersonalTokens;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class MachinesHandler implements MachinesApi {

    private static final String ACCOUNTS = "service-accounts";
    private static final String TOKENS = "access-tokens";

    private final ServiceAccounts accounts;
    private final ServiceAccountKeys keys;
    private final TokenMint mint;
    private final PersonalTokens tokens;
    private final Revocations revocations;
    private final OpenInvitations invitations;

    MachinesHandler(
            ServiceAccounts accounts,
            ServiceAccountKeys keys,
            TokenMint mint,
            PersonalTokens tokens,
            Revocations revocations,
            OpenInvitations invitations) {
        this.accounts = accounts;
        this.keys = keys;
        this.mint = mint;
        this.tokens = tokens;
        this.revocations = revocations;
        this.invitations = invitations;
    }

    @Override
    public ServiceAccountPage listServiceAccounts(ProjectId project, Integer limit, @Nullable String cursor) {
        List<ServiceAccount> rows =
                accounts.list(project, PageCursor.decode(ACCOUNTS, cursor, UUID::fromString), limit + 1);
        return new ServiceAccountPage(
                PageCursor.page(rows, limit), PageCursor.next(ACCOUNTS, rows, limit, ServiceAccount::id));
    }

    @Override
    public ServiceAccount createServiceAccount(ProjectId project, CreateServiceAccount command) {
        return accounts.create(project, command);
    }

    @Override
    public ServiceAccount getServiceAccount(ProjectId project, PrincipalId account) {
        return accounts.require(project, account);
    }

    @Override
    public ServiceAccount updateServiceAccount(ProjectId project, PrincipalId account, UpdateServiceAccount command) {
        return accounts.update(project, account, command);
    }

    @Override
    public ServiceAccount deleteServiceAccount(ProjectId project, PrincipalId account) {
        return accounts.delete(project, account);
    }

    @Override
    public NewServiceAccountKey createServiceAccountKey(
            ProjectId project, PrincipalId account, CreateServiceAccountKey command) {
        return keys.create(project, account, command);
    }

    @Override
    public ServiceAccountKey revokeServiceAccountKey(ProjectId project, PrincipalId account, KeyId key) {
        return keys.revoke(project, account, key);
    }

    @Override
    public MintedToken mintToken(MintToken command) {
        return mint.mint(command);
    }

    @Override
    public AccessTokenPage listAccessTokens(Integer limit, @Nullable String cursor) {
        List<AccessToken> rows = tokens.list(PageCursor.decode(TOKENS, cursor, UUID::fromString), limit + 1);
        return new AccessTokenPage(PageCursor.page(rows, limit), PageCursor.next(TOKENS, rows, limit, AccessToken::id));
    }

    @Override
    public NewAccessToken createAccessToken(CreateAccessToken command) {
        return tokens.create(command);
    }

    @Override
    public AccessToken revokeAccessToken(AccessTokenId token) {
        return tokens.revoke(token);
    }

    @Override
    public RevokedAccess revokeAccess(PrincipalId principal, RevokeAccess command) {
        RevokedAccess revoked = revocations.revokeAll(principal, command.reason());
        invitations.revokeAllOf(principal);
        return revoked;
    }
}
