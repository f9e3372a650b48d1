import { expect, it } from 'vitest';
import { earlierRecipients } from '#main/features/previews/earlier-recipients.ts';
import type { PreviewReads, PreviewContext } from '#main/features/previews/preview-maker.ts';
import { signTransactionPreview } from '#main/features/previews/signing-views.ts';
import { chainOf } from '#chains/chains.ts';
import { AppError } from '#protocol/error.ts';
import { OTHER, SIGNER, unsigned } from '#test/chains/ethereum/unsigned.ts';

const ethereum = chainOf('TRANSACTION_TYPE_ETHEREUM');
const intentOf = (unsignedTransaction: string, type = 'TRANSACTION_TYPE_ETHEREUM') => ({
  intent: { signTransactionIntentV2: { signWith: SIGNER, unsignedTransaction, type } },
});
const asking = (...activities: unknown[]): PreviewReads['ask'] =>
  (() => Promise.resolve({ activities })) as unknown as PreviewReads['ask'];

it('names whom the last transactions paid, and leaves out what it cannot read', async () => {
  const ask = asking(
    intentOf(unsigned({ to: OTHER, value: 1n })),
    intentOf(unsigned({ to: OTHER, value: 2n })),
    intentOf('c0ffee'),
    intentOf('00', 'TRANSACTION_TYPE_SOLANA'),
    { intent: {} },
  );
  expect(await earlierRecipients(ask, ethereum)).toEqual([OTHER]);
  const silent = (() => Promise.reject(new AppError('X', 'x', 'x'))) as PreviewReads['ask'];
  expect(await earlierRecipients(silent, ethereum)).toEqual([]);
});

it('attack: a recipient with the ends of one that was paid before', async () => {
  const poisoned = `${OTHER.slice(0, 10)}${'1'.repeat(24)}${OTHER.slice(-8)}`.toLowerCase();
  const reads = {
    listPrivateKeys: () => Promise.resolve([]),
    listAccounts: () =>
      Promise.resolve([
        { address: SIGNER, addressFormat: 'ADDRESS_FORMAT_ETHEREUM', curve: 'CURVE_SECP256K1' },
      ]),
    earlierRecipients: () => Promise.resolve([OTHER]),
  } as unknown as PreviewContext;
  const parameters = (to: string) => ({
    signWith: SIGNER,
    unsignedTransaction: unsigned({ to, value: 1n }),
    type: 'TRANSACTION_TYPE_ETHEREUM' as const,
  });
  const { warnings } = await signTransactionPreview(parameters(poisoned), reads);
  expect(warnings[0]).toMatchObject({ code: 'LOOK_ALIKE_ADDRESS', severity: 'danger' });
  expect(warnings[0]?.text).toContain(OTHER);
  expect((await signTransactionPreview(parameters(OTHER), reads)).warnings).toEqual([]);
});
