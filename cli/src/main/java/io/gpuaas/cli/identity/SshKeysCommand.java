package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.SshKeyId;
import io.gpuaas.sdk.AddSshKey;
import io.gpuaas.sdk.RenameSshKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "ssh-keys",
        description = "Add, list, show, rename and remove your SSH public keys.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ssh-keys add ~/.ssh/id_ed25519.pub --name laptop",
            "  ssh-add -L | head -n 1 | gpuaas ssh-keys add - --name agent",
            "  gpuaas ssh-keys list",
            "  gpuaas ssh-keys show 0198c0de-0000-7000-8000-000000000006",
            "  gpuaas ssh-keys rename 0198c0de-0000-7000-8000-000000000006 --name \"old laptop\"",
            "  gpuaas ssh-keys remove 0198c0de-0000-7000-8000-000000000006",
        })
final class SshKeysCommand {

    private static final String ID = "The key's id, as listed.";

    private final Session session;

    SshKeysCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "Add a public key.")
    void add(
            @Parameters(paramLabel = "FILE", description = "File with the public key, or - for standard input.")
                    InputFile file,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Name of the key.")
                    String name,
            @Mixin Once once) {
        AddSshKey key = new AddSshKey(name, file.readPublicKey(session.surroundings()));
        session.output().one(session.connect().access().addSshKey(key, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List your public keys.")
    void list(@Mixin Paging paging) {
        paging.print(
                session.output(),
                session.connect().access()::listSshKeys,
                "id",
                "name",
                "type",
                "bits",
                "fingerprint",
                "created_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show one of your public keys.")
    void show(@Parameters(paramLabel = "KEY", description = ID) SshKeyId keyId) {
        session.output().one(session.connect().access().getSshKey(keyId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Rename a key.")
    void rename(
            @Parameters(paramLabel = "KEY", description = ID) SshKeyId keyId,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "New name.") String name,
            @Mixin Once once) {
        session.output().one(session.connect().access().renameSshKey(keyId, new RenameSshKey(name), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Remove a key.")
    void remove(
            @Parameters(paramLabel = "KEY", description = ID) SshKeyId keyId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Remove SSH key " + keyId + "?");
        session.output().one(session.connect().access().removeSshKey(keyId, once.key()));
    }
}
