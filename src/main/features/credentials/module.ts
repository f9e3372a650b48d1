import { vaultError } from '../../vault/errors.ts';
import { credentialError } from './errors.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Credential } from '#preload/contract/credentials.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { recordKey } from '../../context/record-key.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import type { FileParts } from '../files/module.ts';
import { type LocalActionParts, describeForget, describeImport } from '../local-actions/module.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import { isLastWayIn } from '../../embedded-service/local-keys.ts';
import { readKeyFiles } from '../../vault/key-files.ts';

type Needs = FileParts &
  LocalActionParts &
  Pick<ConsoleContext, 'storage' | 'vault' | 'host' | 'clock' | 'keychain' | 'runtime' | 'selections'>;

/** What stamps: keys of this computer's keychain. */
export const credentials = defineModule({
  start: (needs: Needs): ModuleParts<'credentials'> => ({
    handlers: { credentials: credentialHandlers(needs) },
    close: () => needs.vault.lock(),
  }),
});

function credentialHandlers(needs: Needs): Handlers<ConsoleContract>['credentials'] {
  const { storage, vault, host, clock, local, files, keychain, runtime, selections } = needs;
  const { onCredential } = selections;

  const find = async (publicKey: string): Promise<StoredCredential> => {
    const credential = await storage.credentials.find(publicKey);
    if (credential === undefined) throw credentialError('CREDENTIAL_UNKNOWN');
    return credential;
  };
  const keep = async (label: string, curve: ApiKeyCurve, publicKey: string): Promise<Credential> => {
    const { id: profileId } = await currentProfile(storage);
    const stored = {
      kind: 'key' as const,
      publicKey,
      label,
      curve,
      profileId,
      createdAtMs: clock.now(),
      expiresAtMs: null,
    };
    await storage.credentials.add(stored);
    onCredential();
    return { ...stored, current: (await currentCredential(storage, profileId))?.publicKey === publicKey };
  };

  return {
    create: async ({ label, curve }) => {
      const publicKey = await vault.generate(curve);
      return recordKey(needs, publicKey, () => keep(label, curve, publicKey));
    },
    importFrom: async ({ label, curve, source }) => {
      const path = source.kind === 'file' ? files.pathOf(source.file) : null;
      const given =
        path !== null
          ? await readKeyFiles(path)
          : { text: await host.readClipboard(), curve: null, publicKey: null };
      if (source.kind === 'clipboard' && given.text.trim() === '') throw credentialError('CLIPBOARD_EMPTY');
      const before = { isThere: true };
      const key = await vault.importKey(given.text, curve ?? given.curve, async (publicKey) => {
        if (given.publicKey !== null && given.publicKey !== publicKey)
          throw vaultError('CREDENTIAL_FILES_DIFFER');
        if ((await storage.credentials.find(publicKey)) !== undefined)
          throw credentialError('CREDENTIAL_EXISTS');
        // A path that was typed is approved right before, with the press that asked for this.
        await local.approve(describeImport({ label, publicKey }, path, keychain.backend), {
          follows: source.kind === 'file' ? files.approvalOf(source.file) : undefined,
        });
        // Every data folder of this user has the same keychain: another one's credential may have the key.
        before.isThere = (await vault.originOf(publicKey)) !== null;
      });
      const record = async () => {
        // Before it is a credential: no preview takes it for a key that this console alone has.
        await storage.settings.set(`imported.${key.publicKey}`, 'yes');
        return keep(label, key.curve, key.publicKey);
      };
      return before.isThere ? record() : recordKey(needs, key.publicKey, record);
    },
    select: async ({ publicKey }) => {
      const { profileId } = await find(publicKey);
      await storage.settings.set(`credential.${profileId}`, publicKey);
      onCredential();
    },
    rename: async ({ publicKey, label }) => {
      await find(publicKey);
      await storage.credentials.rename(publicKey, label);
      onCredential();
    },
    forget: async ({ publicKey }) => {
      const credential = await find(publicKey);
      const requireOther = async (): Promise<void> => {
        if (await isLastWayIn(storage, publicKey)) throw credentialError('CREDENTIAL_IS_LAST');
      };
      await requireOther();
      const { kind, profileId } = credential;
      const profile = await storage.profiles.find(profileId);
      // A credential that was only just made is none that works: the window can make as many as it likes.
      const hasOther = (await storage.credentials.list()).some(
        (other) =>
          other.profileId === profileId &&
          other.kind !== 'session' &&
          other.publicKey !== publicKey &&
          // The service took it in this run.
          runtime.identities.has(other.publicKey),
      );
      await local.approve(
        describeForget(credential, profile ?? { name: profileId }, keychain.backend, hasOther),
      );
      // Another one may be gone since it was shown.
      await find(publicKey);
      await requireOther();
      // The key first: were the console to end in between, a credential without a key is better than the reverse.
      if (kind !== 'passkey') await vault.forget(publicKey);
      await storage.credentials.remove(publicKey);
      onCredential();
    },
  };
}
