import { ChevronLeft, ChevronRight, Download, History, PlugZap } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SolanaCaip2 } from '#protocol/catalogue/solana-history.ts';
import { useRemote } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toasts.ts';
import { historyPage, placeKey, saveHistory, solanaAccounts } from './history-store.ts';
import type { HistoryPage, HistoryPlace } from './history-store.ts';
import { HistoryTable } from './history-table.tsx';
import styles from './history.module.css';
import { WALLET_TEXT } from './text.ts';

const TEXT = WALLET_TEXT.history;

const NETWORKS: readonly { readonly id: SolanaCaip2; readonly label: string }[] = [
  { id: 'solana:mainnet', label: TEXT.networks.mainnet },
  { id: 'solana:devnet', label: TEXT.networks.devnet },
];

/** What came to and went from a Solana address of a wallet. */
export function HistoryPanel({ tools }: { tools: ReactNode }): ReactNode {
  const accounts = useRemote(solanaAccounts);
  const [chosen, setChosen] = useState<string | null>(null);
  const [caip2, setCaip2] = useState<SolanaCaip2>('solana:mainnet');
  const known = accounts.state === 'ready' ? accounts.value : [];
  const address = known.find((each) => each.address === chosen)?.address ?? known[0]?.address;
  const options = known.map((each) => ({ id: each.address, label: each.name, detail: each.address }));
  return (
    <ScreenLayout layout="column">
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
  const page = useRemote(historyPage, placeKey(place));
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

interface PageProps {
  readonly page: HistoryPage;
  readonly place: HistoryPlace;
  readonly onTurn: (place: HistoryPlace) => void;
}

function Page({ page: { transactions, pageInfo }, place, onTurn }: PageProps): ReactNode {
  const { address, caip2 } = place;
  const save = useTask(saveAndTell);
  const { startCursor, endCursor } = pageInfo ?? {};
  if (transactions.length === 0) {
    return (
      <EmptyState icon={History} title={TEXT.empty}>
        {TEXT.emptyHint}
      </EmptyState>
    );
  }
  const newer = pageInfo?.hasPreviousPage === true && startCursor !== undefined;
  const older = pageInfo?.hasNextPage === true && endCursor !== undefined;
  return (
    <>
      <CardSection flush>
        <HistoryTable transactions={transactions} />
      </CardSection>
      {save.error && (
        <CardSection>
          <Refusal error={save.error} />
        </CardSection>
      )}
      <CardFooter>
        <Button
          icon={ChevronLeft}
          isDisabled={!newer}
          onPress={() => newer && onTurn({ address, caip2, after: startCursor })}
        >
          {TEXT.newer}
        </Button>
        <Button
          icon={ChevronRight}
          isDisabled={!older}
          onPress={() => older && onTurn({ address, caip2, before: endCursor })}
        >
          {TEXT.older}
        </Button>
        <Button
          kind="primary"
          icon={Download}
          isPending={save.busy}
          onPress={() => void save.run(address, caip2)}
        >
          {TEXT.save}
        </Button>
      </CardFooter>
    </>
  );
}

async function saveAndTell(address: string, caip2: SolanaCaip2): Promise<void> {
  const saved = await saveHistory(address, caip2);
  if (saved === null) return;
  const count = TEXT.count(saved.count);
  const title = saved.whole ? TEXT.saved(count) : TEXT.savedNewest(count);
  showToast({ tone: saved.whole ? 'good' : 'plain', title, text: saved.path });
}
