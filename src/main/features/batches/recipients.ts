import type { Warning } from '#chains/model/decoded.ts';
import { LookAlikeIndex } from '#chains/model/look-alike.ts';
import { warn } from '#chains/model/warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import type { YieldToEventLoop } from '../../platform/pacing.ts';
import type { OwnNames } from '../previews/module.ts';
import { Mentions } from './address-index.ts';
import type { EarlierPayments } from './rare-recipients.ts';

/** So many pairs are named; the others are counted, and each line or recipient says it of itself. */
const NAMED = 50;

/** An address of a batch, and the one that it could be taken for. */
interface Pair {
  readonly address: string;
  readonly other: string;
  /** Whose the other is, with the other itself; undefined where that is in the batch as well. */
  readonly whose: string | undefined;
  /** The same in the list of recipients. */
  readonly note: string;
}

/** Whom the operator knows beside the organization. */
interface KnownOthers {
  readonly contacts: Pick<KnownContacts, 'addresses' | 'nameOf'>;
  readonly earlier: Pick<EarlierPayments, 'lookAlike'>;
}

/** The addresses of a batch, compared with each other and with those of the organization, contacts and earlier recipients. */
export class BatchAddresses {
  readonly #lines = new Map<string, Mentions>();
  /** The last line of each: a line that is spelled out names it once more. */
  readonly #last = new Map<string, number>();

  add(line: number, address: string): void {
    if (this.#last.get(address) === line) return;
    this.#last.set(address, line);
    const mentions = this.#lines.get(address) ?? new Mentions();
    this.#lines.set(address, mentions);
    mentions.add(line);
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Every address that could be taken for another, once. Of many addresses, others have their turn meanwhile. */
  async pairs(
    { addresses, nameOf }: OwnNames,
    { contacts, earlier }: KnownOthers,
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<Map<string, Pair>> {
    const own = new LookAlikeIndex(addresses);
    await yieldToEventLoop();
    const listed = new LookAlikeIndex(contacts.addresses);
    const strangers: string[] = [];
    const batch = new LookAlikeIndex();
    for (const address of this.#lines.keys()) {
      await yieldToEventLoop();
      if (nameOf(address) !== undefined) continue;
      strangers.push(address);
      batch.add(address);
    }
    const found = new Map<string, Pair>();
    for (const address of strangers) {
      await yieldToEventLoop();
      const add = (other: string, whose?: string, more = ''): void => {
        found.set(address, { address, other, whose, note: `Looks like ${other}${more}` });
      };
      const ours = own.find(address);
      // A contact that looks like another one was approved so.
      const isListed = listed.has(address);
      const contact = isListed ? undefined : listed.find(address);
      const paid = isListed ? undefined : earlier.lookAlike(address);
      const other = batch.find(address);
      if (ours !== undefined) add(ours, `your own address ${ours} (${nameOf(ours) ?? ''})`);
      else if (contact !== undefined) {
        const name = `contact “${revealInvisible(contacts.nameOf(contact) ?? '')}”`;
        add(contact, `the address ${contact} of your ${name}`, `, ${name}`);
      } else if (paid !== undefined) add(paid, `the earlier recipient ${paid}`, ', paid before');
      else if (other !== undefined) add(other);
    }
    return found;
  }

  /** Names each pair in full, once; the more dangerous they are the more of them there may be. */
  warnings(pairs: ReadonlyMap<string, Pair>): Warning[] {
    const said = new Set<string>();
    // The same pair from its other side doesn't say whose one of them is.
    const known = [...pairs.values()].sort(
      (one, other) => Number(one.whose === undefined) - Number(other.whose === undefined),
    );
    const all = known.filter(({ address, other }) => {
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

  #warning({ address, other, whose = `${other} (${this.#where(other)})` }: Pair): Warning {
    return warn(
      'BATCH_LOOK_ALIKE',
      'danger',
      'Addresses that look alike',
      `${address} (${this.#where(address)}) is not ${whose}, but begins and ends like it. Compare them in full.`,
    );
  }

  #where(address: string): string {
    return this.#lines.get(address)?.words.toLowerCase() ?? 'yours';
  }
}
