import { signTransaction } from '#protocol/catalogue/signing.ts';
import { chainOf } from '#chains/chains.ts';
import { amongBy } from '#chains/model/totals.ts';
import { spelled } from '../previews/module.ts';
import type { PreviewParts, PreviewReads } from '../previews/module.ts';

const among = amongBy(spelled);

/** Whom transactions paid before, on each network that a batch is for. */
export interface EarlierPayments {
  /** Asks once for the network of a transaction; of any other request for nothing. */
  look(parameters: unknown, parts: Pick<PreviewParts, 'reading'>): Promise<void>;
  wasPaid(network: string, address: string): boolean;
}

export function earlierPayments(reads: Pick<PreviewReads, 'earlierRecipients'>): EarlierPayments {
  const networks = new Map<string, (address: string) => boolean>();
  return {
    look: async (parameters, { reading }) => {
      if (reading === null || networks.has(reading.network) || reads.earlierRecipients === undefined) return;
      const parsed = signTransaction.parameters.safeParse(parameters);
      if (!parsed.success) return;
      networks.set(reading.network, among(await reads.earlierRecipients(chainOf(parsed.data.type))));
    },
    wasPaid: (network, address) => networks.get(network)?.(address) === true,
  };
}
