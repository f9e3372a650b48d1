import { chainOf } from '#chains/chains.ts';
import { LookAlikeIndex } from '#chains/model/look-alike.ts';
import { amongBy } from '#chains/model/totals.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { type PreviewParts, type PreviewReads, spelled } from '../previews/module.ts';
import type { YieldToEventLoop } from '../../platform/pacing.ts';
import type { Mentions } from './address-index.ts';

/** Somebody whom a batch pays, with the lines. */
interface Recipient {
  readonly address: string;
  readonly networks: ReadonlySet<string>;
  readonly mentions: Mentions;
}

/** Recipients stand out where no more than this part of all payments goes to such, or there is one. */
const RARE = 0.1;

/**
 * Strangers who are paid less often than most, or among payments to addresses that are known. A payroll of as many
 * strangers as payments has none.
 * @param isKnown whether somebody is ours, a contact, or was paid before
 */
export async function rareRecipients(
  all: readonly Recipient[],
  isKnown: (recipient: Recipient) => boolean,
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly Recipient[]> {
  const total = sumOf(all);
  const isRare = (found: readonly Recipient[]): boolean => {
    const payments = sumOf(found);
    return payments > 0 && (payments <= total * RARE || (payments === 1 && total > 1));
  };
  const strangers: Recipient[] = [];
  for (const each of all) {
    await yieldToEventLoop();
    if (!isKnown(each)) strangers.push(each);
  }
  if (isRare(strangers)) return strangers;
  const usual = usualCount(all, total);
  // Those who are paid least often, and the next ones as long as all of them are few.
  let found: readonly Recipient[] = [];
  for (const most of new Set(
    strangers.map(({ mentions }) => mentions.count).sort((one, other) => one - other),
  )) {
    const upTo = strangers.filter(({ mentions }) => mentions.count <= most);
    if (most >= usual || !isRare(upTo)) return found;
    found = upTo;
    await yieldToEventLoop();
  }
  return found;
}

const sumOf = (of: readonly Recipient[]): number => of.reduce((sum, { mentions }) => sum + mentions.count, 0);

/** How often the recipient of the middle payment is paid. */
function usualCount(all: readonly Recipient[], total: number): number {
  let left = total / 2;
  for (const count of all.map(({ mentions }) => mentions.count).sort((one, other) => other - one)) {
    left -= count;
    if (left <= 0) return count;
  }
  return 0;
}

const among = amongBy(spelled);

/** Whom transactions paid before, on each network that a batch is for. */
export interface EarlierPayments {
  /** Asks once for the network of a transaction; of any other request for nothing. */
  look(parameters: unknown, parts: Pick<PreviewParts, 'reading'>): Promise<void>;
  wasPaid(network: string, address: string): boolean;
  /** Who was paid before, on whatever network, and could be taken for an address; undefined for nobody. */
  lookAlike(address: string): string | undefined;
}

export function earlierPayments(reads: Pick<PreviewReads, 'earlierRecipients'>): EarlierPayments {
  const networks = new Map<string, (address: string) => boolean>();
  const alike = new LookAlikeIndex();
  return {
    look: async (parameters, { reading }) => {
      if (reading === null || networks.has(reading.network) || reads.earlierRecipients === undefined) return;
      const parsed = signTransaction.parameters.safeParse(parameters);
      if (!parsed.success) return;
      const paid = await reads.earlierRecipients(chainOf(parsed.data.type));
      networks.set(reading.network, among(paid));
      for (const address of paid) alike.add(address);
    },
    wasPaid: (network, address) => networks.get(network)?.(address) === true,
    lookAlike: (address) => alike.find(address),
  };
}
