import type { exportPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { getPrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { exportSecrets } from '#protocol/catalogue/secrets.ts';
import type { exportWalletAccount, exportWallet } from '#protocol/catalogue/wallets.ts';
import { getWallet } from '#protocol/catalogue/wallets.ts';
import type { Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import { listAllSecrets } from '../../context/list-all.ts';
import { answerIfServed } from './answers.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewOf } from './operation-view.ts';
import type { PreviewParts, PreviewReads } from './preview-maker.ts';

/** "Export the private key “treasury-1”: the key itself leaves the service." */
export const exportPrivateKeyPreview: PreviewOf<typeof exportPrivateKey> = async (
  { privateKeyId, targetPublicKey },
  { ask, ownsTarget },
) => {
  const privateKey = (await answerIfServed(ask(getPrivateKey, { privateKeyId })))?.privateKey;
  return describe(
    [text(`Export the private key “${privateKey?.privateKeyName ?? privateKeyId}”.`)],
    [targetPublicKey],
    ownsTarget,
    [
      { label: 'Private key', value: privateKeyId, kind: 'text' },
      ...(privateKey?.addresses ?? []).flatMap(({ address }): Fact[] =>
        address === undefined ? [] : [{ label: 'Address', value: address, kind: 'address' }],
      ),
    ],
  );
};

/** "Export the words of the wallet “Cold”, and every account with them." */
export const exportWalletPreview: PreviewOf<typeof exportWallet> = async (
  { walletId, targetPublicKey, language },
  { ask, ownsTarget },
) => {
  const wallet = (await answerIfServed(ask(getWallet, { walletId })))?.wallet;
  return describe(
    [
      text(
        `Export the words of the wallet “${wallet?.walletName ?? walletId}”: every account comes from them.`,
      ),
    ],
    [targetPublicKey],
    ownsTarget,
    [
      { label: 'Wallet', value: walletId, kind: 'text' },
      ...(language == null ? [] : [{ label: 'Language', value: language, kind: 'text' as const }]),
    ],
  );
};

export const exportWalletAccountPreview: PreviewOf<typeof exportWalletAccount> = (
  { address, targetPublicKey },
  { ownsTarget },
) => {
  const sentence: SentencePart[] = [
    text('Export the private key of the account '),
    { kind: 'address', value: address },
    text('.'),
  ];
  return Promise.resolve(describe(sentence, [targetPublicKey], ownsTarget, []));
};

/** "Export 3 secrets", each by its name. */
export const exportSecretsPreview: PreviewOf<typeof exportSecrets> = async (
  { secrets },
  { ask, ownsTarget },
) => {
  const known = (await answerIfServed(listAllSecrets(ask))) ?? [];
  const names = new Map(known.map(({ secretId, name }) => [secretId, name]));
  const facts = secrets.map(({ secretId }, index): Fact => {
    const which = secrets.length === 1 ? 'Secret' : `Secret ${index + 1}`;
    return { label: which, value: names.get(secretId) ?? 'without a name', kind: 'text', note: secretId };
  });
  const [first] = facts;
  const what =
    first !== undefined && facts.length === 1 ? `the secret “${first.value}”` : `${facts.length} secrets`;
  return describe(
    [text(`Export ${what}.`)],
    secrets.map(({ targetPublicKey }) => targetPublicKey),
    ownsTarget,
    facts,
  );
};

const text = (value: string): SentencePart => ({ kind: 'text', value });

const LEAVES: Warning = {
  code: 'KEY_MATERIAL_LEAVES',
  severity: 'caution',
  title: 'Key material leaves the service',
  text: 'Whoever holds it can use it without this service, its policies and its record. This can’t be undone.',
};

const NOT_OURS: Warning = {
  code: 'TARGET_NOT_OURS',
  severity: 'danger',
  title: 'Sealed to a key that is not this console’s',
  text: 'Whoever holds that key gets what is exported. Approve it only if you know whose key it is.',
};

function describe(
  sentence: SentencePart[],
  targets: readonly string[],
  ownsTarget: PreviewReads['ownsTarget'],
  facts: Fact[],
): PreviewParts {
  const isOurs = (target: string): boolean => ownsTarget?.(target) ?? false;
  return {
    sentence,
    facts: [
      ...facts,
      ...targets.map((target, index): Fact => {
        const label = targets.length === 1 ? 'Sealed to' : `Sealed to (${index + 1})`;
        const note = isOurs(target)
          ? 'a key that this console made for this request'
          : 'not a key of this console';
        return { label, value: target, kind: 'data', note };
      }),
    ],
    warnings: targets.every(isOurs) ? [LEAVES] : [NOT_OURS, LEAVES],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
}
