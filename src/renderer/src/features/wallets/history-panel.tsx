import { History, PlugZap } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SolanaCaip2 } from '#protocol/catalogue/solana-history.ts';
import { useQuery } from '../../bridge/query.ts';
import { Card, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { Page } from './history-page.tsx';
import { type HistoryPlace, historyPage, placeKey, solanaAccounts } from './history-store.ts';
import styles from './history.module.css';
import { WALLET_TEXT } from './text.ts';

const TEXT = WALLET_TEXT.history;

const NETWORKS: readonly { readonly id: SolanaCaip2; readonly label: string }[] = [
  { id: 'solana:mainnet', label: TEXT.networks.mainnet },
  { id: 'solana:devnet', label: TEXT.networks.devnet },
];

/** What came to and went from a Solana address of a wallet. */
export function HistoryPanel({ tools }: { tools: ReactNode }): ReactNode {
  const accounts = useQuery(solanaAccounts);
  const [chosen, setChosen] = useState<string | null>(null);
  const [caip2, setCaip2] = useState<SolanaCaip2>('solana:mainnet');
  const known = accounts.state === 'ready' ? accounts.value : [];
  const address = known.find((each) => each.address === chosen)?.address ?? known[0]?.address;
  const options = known.map((each) => ({ id: each.address, label: each.name, detail: each.address }));
  return (
    <ScreenLayout layout="wide">
      {tools}
      <Card label={TEXT.title}>
        <CardHeader title={TEXT.title} end={TEXT.order} />
        {accounts.state === 'loading' && <Loading />}
        {accounts.state === 'failed' && (
          <FailedState error={accounts.error} onRetry={() => void solanaAccounts.load()} />
        )}
        {accounts.state === 'ready' && address === undefined && (
          <EmptyState icon={History} title={TEXT.noAccounts}>
            {TEXT.noAccountsHint}
          </EmptyState>
        )}
        {address !== undefined && (
          <>
            <CardSection className={styles['choices']}>
              <Select label={TEXT.account} options={options} value={address} onChange={setChosen} />
              <Select label={TEXT.network} options={NETWORKS} value={caip2} onChange={setCaip2} />
            </CardSection>
            <Pages key={`${address} ${caip2}`} address={address} caip2={caip2} />
          </>
        )}
      </Card>
    </ScreenLayout>
  );
}

const Loading = (): ReactNode => (
  <CardSection>
    <div aria-busy="true">
      <Skeleton lines={5} />
    </div>
  </CardSection>
);

/** The pages of one address, from the newest on. */
function Pages({ address, caip2 }: { address: string; caip2: SolanaCaip2 }): ReactNode {
  const [place, setPlace] = useState<HistoryPlace>({ address, caip2 });
  const page = useQuery(historyPage, placeKey(place));
  if (page.state === 'loading') return <Loading />;
  if (page.state === 'failed') {
    // The service names the argument that it was started without.
    if (page.error.message.includes('--solana-rpc')) {
      return (
        <EmptyState icon={PlugZap} title={TEXT.noNode}>
          {TEXT.noNodeHint} <code>--solana-rpc {caip2}=URL</code>.
        </EmptyState>
      );
    }
    return <FailedState error={page.error} onRetry={() => void historyPage.load(placeKey(place))} />;
  }
  if (page.value === null) return <Loading />;
  return <Page page={page.value} place={place} onTurn={setPlace} />;
}
