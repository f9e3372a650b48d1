import { ChevronLeft, ChevronRight, Download, History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { SolanaCaip2 } from '#protocol/catalogue/solana-history.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import { contactList } from '../contacts/contact-store.ts';
import { type ContactNames, solanaNames } from './history-rows.ts';
import { type HistoryPage, type HistoryPlace, saveHistory } from './history-store.ts';
import { HistoryTable } from './history-table.tsx';
import { WALLET_TEXT } from './text.ts';

const TEXT = WALLET_TEXT.history;

interface PageProps {
  readonly page: HistoryPage;
  readonly place: HistoryPlace;
  readonly onTurn: (place: HistoryPlace) => void;
}

export function Page({ page: { transactions, pageInfo }, place, onTurn }: PageProps): ReactNode {
  const { address, caip2 } = place;
  const save = useTask(saveAndTell);
  const names = useSolanaNames();
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
        <HistoryTable address={address} transactions={transactions} names={names} isPart={newer || older} />
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
          onPress={() => void save.run(address, caip2, names)}
        >
          {TEXT.save}
        </Button>
      </CardFooter>
    </>
  );
}

const NOBODY: readonly never[] = [];

/** Contact names by Solana address; none until the contacts are loaded. */
function useSolanaNames(): ContactNames {
  const profile = useProfile();
  const known = useQuery(contactList, profile?.id);
  const contacts = known.state === 'ready' ? known.value.contacts : NOBODY;
  return useMemo(() => solanaNames(contacts), [contacts]);
}

async function saveAndTell(address: string, caip2: SolanaCaip2, names: ContactNames): Promise<void> {
  const saved = await saveHistory(address, caip2, names);
  if (saved === null) return;
  const count = TEXT.count(saved.count);
  const title = saved.whole ? TEXT.saved(count) : TEXT.savedNewest(count);
  showToast({ tone: saved.whole ? 'good' : 'plain', title, text: saved.path });
}
