import type { ReactNode } from 'react';
import { formatAsset } from '#chains/model/amounts.ts';
import type { Asset, Totals } from '#chains/model/totals.ts';
import { Address } from '../../ui/values.tsx';
import { REQUEST_TEXT } from './text.ts';
import styles from './totals-table.module.css';

/** What leaves the operator's own addresses, and what comes in; the fee apart; what the bytes do not say in words. */
export function TotalsTable({ totals }: { totals: Totals }): ReactNode {
  const { assets, fee, notes } = totals;
  return (
    <section className={styles['totals']} aria-label={REQUEST_TEXT.totals.title}>
      <h3 className={styles['heading']}>{REQUEST_TEXT.totals.title}</h3>
      {(assets.length > 0 || fee !== undefined) && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{REQUEST_TEXT.totals.asset}</th>
              <th scope="col">{REQUEST_TEXT.totals.out}</th>
              <th scope="col">{REQUEST_TEXT.totals.in}</th>
            </tr>
          </thead>
          <tbody>
            {assets.map(({ asset, out, in: back }, index) => (
              <tr key={index}>
                <th scope="row">
                  <AssetName asset={asset} />
                </th>
                <Amount asset={asset} atoms={out} />
                <Amount asset={asset} atoms={back} />
              </tr>
            ))}
            {fee !== undefined && (
              <tr>
                <th scope="row">{fee.isHighest ? REQUEST_TEXT.totals.maxFee : REQUEST_TEXT.totals.fee}</th>
                <Amount asset={fee.asset} atoms={fee.amount} />
                <td />
              </tr>
            )}
          </tbody>
        </table>
      )}
      {assets.length === 0 && <p className={styles['note']}>{REQUEST_TEXT.totals.none}</p>}
      {notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </section>
  );
}

/** A symbol from the local lists; else the token as its chain writes it, whole. */
function AssetName({ asset: { id, symbol } }: { asset: Asset }): ReactNode {
  if (symbol !== undefined || id === undefined) return symbol ?? REQUEST_TEXT.totals.coins;
  return id.includes(' ') ? id : <Address value={id} />;
}

function Amount({ asset, atoms }: { asset: Asset; atoms: string }): ReactNode {
  return <td className={styles['amount']}>{atoms === '0' ? '–' : formatAsset(asset, BigInt(atoms))}</td>;
}
