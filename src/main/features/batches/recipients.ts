import { chainOf } from '#chains/chains.ts';
import type { Warning } from '#chains/model/decoded.ts';
import { LookAlikeIndex } from '#chains/model/look-alike.ts';
import { amongBy } from '#chains/model/totals.ts';
import { warn } from '#chains/model/warnings.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { type OwnNames, type PreviewParts, type PreviewReads, spelled } from '../previews/module.ts';
import { Mentions } from './address-index.ts';

/** So many pairs are named; the others are counted, and each line or recipient says it of itself. */
const NAMED = 50;

/** An address of a batch, and the one that it could be taken for. */
interface Pair {
  readonly address: string;
  readonly other: string;
  /** What the organization calls the other; undefined where that is in the batch as well. */
  readonly name: string | undefined;
}

/** The addresses of a batch, compared with each other and with those of the organization. */
export class BatchAddresses {
  readonly #lines = new Map<string, Mentions>();

  add(line: number, address: string): void {
    const mentions = this.#lines.get(address) ?? new Mentions();
    this.#lines.set(address, mentions);
    mentions.add(line);
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Every address that could be taken for another, once. */
  pairs({ addresses, nameOf }: OwnNames): Map<string, Pair> {
    const own = new LookAlikeIndex(addresses);
    const strangers = [...this.#lines.keys()].filter((address) => nameOf(address) === undefined);
    const batch = new LookAlikeIndex(strangers);
    const found = new Map<string, Pair>();
    for (const address of strangers) {
      const ours = own.find(address);
      const other = ours ?? batch.find(address);
      if (other !== undefined)
        found.set(address, { address, other, name: ours === undefined ? undefined : nameOf(ours) });
    }
    return found;
  }

  /** Names each pair in full, once; the more dangerous they are the more of them there may be. */
  warnings(pairs: ReadonlyMap<string, Pair>): Warning[] {
    const said = new Set<string>();
    const all = [...pairs.values()].filter(({ address, other }) => {
      const isNew = !said.has(`${other}\n${address}`);
      said.add(`${address}\n${other}`);
      return isNew;
    });
    const more = all.length - NAMED;
    return [
      ...all.slice(0, NAMED).map((pair) => this.#warning(pair)),
      ...(more > 0
        ? [
            warn(
              'BATCH_LOOK_ALIKE',
              'danger',
              'More addresses that look alike',
              `${more.toLocaleString('en')} more pairs have the same first and last characters. The list of recipients marks them.`,
            ),
          ]
        : []),
    ];
  }

  #warning({ address, other, name }: Pair): Warning {
    const where = (each: string): string => this.#lines.get(each)?.words.toLowerCase() ?? 'yours';
    const whose = name === undefined ? `${other} (${where(other)})` : `your own address ${other} (${name})`;
    return warn(
      'BATCH_LOOK_ALIKE',
      'danger',
      'Addresses that look alike',
      `${address} (${where(address)}) is not ${whose}, but begins and ends like it. Compare them in full.`,
    );
  }
}

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
 * @param isKnown whether somebody is ours, or was paid before
 */
export function rareRecipients(
  all: readonly Recipient[],
  isKnown: (recipient: Recipient) => boolean,
): readonly Recipient[] {
  const total = sumOf(all);
  const isRare = (found: readonly Recipient[]): boolean => {
    const payments = sumOf(found);
    return payments > 0 && (payments <= total * RARE || (payments === 1 && total > 1));
  };
  const strangers = all.filter((each) => !isKnown(each));
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
