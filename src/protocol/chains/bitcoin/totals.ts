import { toHex } from '../../encoding.ts';
import { oncePerList } from '../../once-per-list.ts';
import type { Signer } from '../chain.ts';
import { among, totalsOf, type Asset, type Totals } from '../totals.ts';
import { unitOf } from './amounts.ts';
import { scriptsOfSigner } from './own-scripts.ts';
import { readAddress } from './scripts.ts';
import type { BitcoinView } from './view.ts';

const scriptsOf = oncePerList((addresses) => addresses.map((address) => toHex(readAddress(address).script)));

/**
 * What the inputs take from the operator's addresses, and what the outputs give back to them. Scripts are compared, so
 * that every spelling of an address counts.
 * @throws ProtocolError `ADDRESS_INVALID`
 */
export function totalsFor(view: BitcoinView, signer: Signer, own: readonly string[]): Totals {
  const asset: Asset = { symbol: unitOf(view.network), decimals: 8 };
  const isOurs = among(
    [...scriptsOfSigner(signer)],
    scriptsOf(own),
    view.inputs.flatMap(({ spending, script }) => (spending === undefined ? [] : [toHex(script)])),
  );
  const spent = view.inputs.map(({ script, amount }) => ({ asset, amount, from: toHex(script), to: null }));
  const paid = view.outputs.map(({ script, amount }) => ({ asset, amount, from: null, to: toHex(script) }));
  const pays = spent.some(({ from }) => isOurs(from));
  return totalsOf({
    moves: [...spent, ...paid],
    isOurs,
    fee: pays ? { asset, amount: view.tx.fee, isHighest: false } : undefined,
    notes: pays
      ? [
          ...(paid.some(({ to }) => isOurs(to))
            ? ['Inputs are spent whole: what comes in is the change, or a payment to yourself.']
            : []),
          'The fee is part of what you send.',
        ]
      : [],
  });
}
