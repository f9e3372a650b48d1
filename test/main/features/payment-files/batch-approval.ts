import type { Chain } from '#chains/chains.ts';
import { describeBatch } from '#main/features/batches/module.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

/** What the approval of a batch of some transactions of one key says. */
export async function approvalOf(
  chain: Chain,
  signer: { readonly address: string; readonly format: AddressFormat; readonly publicKey?: string },
  transactions: readonly string[],
) {
  const { address, format, publicKey = '' } = signer;
  const key = {
    ...{ privateKeyId: address, privateKeyName: 'payouts', publicKey },
    addresses: [{ format, address }],
  } as unknown as PrivateKey;
  const reads = {
    listPrivateKeys: () => Promise.resolve([key]),
    listAccounts: () => Promise.resolve([]),
  } as unknown as PreviewReads;
  const description = describeBatch(reads, fakeClock());
  for (const [position, unsignedTransaction] of transactions.entries()) {
    const parameters = { signWith: address, unsignedTransaction, type: chain.type };
    await description.add(signTransaction, parameters, { position, line: position + 2 });
  }
  const { sentence, warnings, batch } = await description.end();
  return {
    sentence: sentence.map(({ value }) => value).join(''),
    warnings,
    totals: batch.outline.totals,
    lines: batch.all().flatMap((page) => (page.list === 'lines' ? page.lines : [])),
    recipients: batch.all().flatMap((page) => (page.list === 'recipients' ? page.recipients : [])),
  };
}
