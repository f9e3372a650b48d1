import type { Warning } from '#chains/model/decoded.ts';
import { LookAlikeIndex } from '#chains/model/look-alike.ts';
import { warn } from '#chains/model/warnings.ts';
import type { OwnNames } from '../previews/module.ts';
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
