import { BookUser, UserPlus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ContactList, ListedContact } from '#preload/contract/contacts.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import type { QueryState } from '../../bridge/live-query.ts';
import { useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatDay } from '../../format/time.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Below } from '../../ui/below.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { NoMatches, type RowSearch, RowSearchField } from '../../ui/finding.tsx';
import { Card, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { useFilteredRows } from '../filters/list-search.tsx';
import { setListWords, useListWords } from '../filters/list-words.ts';
import { type Filtering, useFiltersKnown } from '../filters/saved-filters.tsx';
import { SIGNING_CHAINS, signingChain } from '../signers/chains.ts';
import { ContactDetail } from './contact-detail.tsx';
import { ContactFilesCard } from './contact-files.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import {
  type ContactChain,
  type ContactFilter,
  changeContacts,
  contactList,
  contactText,
  contactsOn,
  setContactChain,
  useContactChain,
} from './contact-store.ts';
import { newContactAddress, asksForContact } from './contact-focus.ts';
import styles from './contacts.module.css';
import { CONTACT_TEXT } from './text.ts';

const TEXT = CONTACT_TEXT;

const askForContact = (): void => useNavigation.setState({ focus: 'create' });
const closeForm = (): void => useNavigation.setState({ focus: null });

const NONE: readonly never[] = [];

/** Whom the operator knows: names, addresses, and the rule to pay nobody else. */
export function ContactsScreen(): ReactNode {
  const profile = useProfile();
  const known = useQuery(contactList, profile?.id);
  const areFiltersKnown = useFiltersKnown('contacts');
  const focus = useNavigation((state) => state.focus);
  const [selectedId, select] = useState<string | null>(null);
  const contacts = known.state === 'ready' ? known.value.contacts : NONE;
  useSubtitle(contacts.length === 0 ? '' : TEXT.count(contacts.length));
  const search = useContactSearch(contacts, asksForContact(focus) ? null : focus);
  const { found } = search;
  // What the search hides isn't there to be edited, deleted or paid.
  const selected = found.find(({ id }) => id === (selectedId ?? focus)) ?? found[0];
  // A contact that was just saved is shown, whatever was searched for before.
  const show = (id: string): void => {
    clearContactFilter();
    select(id);
  };
  return (
    <ScreenLayout layout="list">
      <div className={styles['side']}>
        <Listed {...{ known, search, select }} selected={selected} />
        {known.state !== 'failed' && (
          <Below isKnown={known.state === 'ready' && areFiltersKnown}>
            {known.state === 'ready' && <RuleCard list={known.value} />}
            <ContactFilesCard hasContacts={contacts.length > 0} />
          </Below>
        )}
      </div>
      {selected !== undefined && <ContactDetail key={selected.id} contact={selected} />}
      {asksForContact(focus) && (
        <ContactDialog contact={null} address={newContactAddress(focus)} onClose={closeForm} onSaved={show} />
      )}
    </ScreenLayout>
  );
}

/** Shows every contact. */
function clearContactFilter(): void {
  setListWords('contacts', '');
  setContactChain('all');
}

/** Narrows the contacts by their chain and by words, which stay while one is elsewhere. */
function useContactSearch(
  contacts: readonly ListedContact[],
  asked: string | null,
): RowSearch<ListedContact> {
  const words = useListWords('contacts');
  const { chain } = useContactChain();
  const rows = useMemo(() => contactsOn(contacts, chain), [contacts, chain]);
  const filtering: Filtering<ContactFilter> = {
    label: TEXT.list,
    current: { list: 'contacts', words, chain },
    none: { list: 'contacts', words: '', chain: 'all' },
    pick: (filter) => {
      setListWords(filter.list, filter.words);
      setContactChain(filter.chain);
    },
  };
  return useFilteredRows(filtering, {
    ...{ rows, asked },
    textOf: contactText,
    isOffered: contacts.length > 1,
  });
}

interface ListedProps {
  readonly known: QueryState<ContactList>;
  /** Those that the filter leaves. */
  readonly search: RowSearch<ListedContact>;
  readonly selected: ListedContact | undefined;
  readonly select: (id: string) => void;
}

function Listed({ known, ...props }: ListedProps): ReactNode {
  if (known.state === 'loading')
    return (
      <Card label={TEXT.list}>
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={6} />
          </div>
        </CardSection>
      </Card>
    );
  if (known.state === 'failed') return <FailedList error={known.error} />;
  const { contacts } = known.value;
  const add = (
    <Button kind={contacts.length === 0 ? 'primary' : 'plain'} icon={UserPlus} onPress={askForContact}>
      {TEXT.add}
    </Button>
  );
  if (contacts.length > 0) return <Contacts {...{ ...props, contacts, add }} />;
  return (
    <Card label={TEXT.list}>
      <EmptyState icon={BookUser} title={TEXT.empty} action={add}>
        {TEXT.emptyHint}
      </EmptyState>
    </Card>
  );
}

const chainNames = ({ addresses }: ListedContact): string =>
  [...new Set(addresses.map(({ chain }) => signingChain(chain).name))].join(', ');

const COLUMNS: readonly TableColumn<ListedContact>[] = [
  {
    id: 'name',
    title: TEXT.columns.name,
    grow: true,
    cell: ({ name }) => (
      <span className={styles['name']}>
        <span className={styles['face']} aria-hidden="true">
          {initialOf(name)}
        </span>
        <b>{name}</b>
      </span>
    ),
  },
  { id: 'chains', title: TEXT.columns.chains, cell: chainNames },
  {
    id: 'paid',
    title: TEXT.columns.paid,
    numeric: true,
    cell: ({ lastPaidMs }) => (lastPaidMs === null ? TEXT.never : formatDay(lastPaidMs)),
  },
];

/** The first letter or digit of a name, for its face. */
const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();

function Contacts({
  contacts,
  search,
  selected,
  select,
  add,
}: Omit<ListedProps, 'known'> & { contacts: readonly ListedContact[]; add: ReactNode }): ReactNode {
  const { chain } = useContactChain();
  const there = new Set(contacts.flatMap(({ addresses }) => addresses.map((each) => each.chain)));
  const chains = SIGNING_CHAINS.filter(({ id }) => there.has(id));
  return (
    <>
      <div className={styles['tools']}>
        <div className={styles['filter']}>
          {chains.length > 1 && (
            <Segmented<ContactChain>
              label={TEXT.filter}
              options={[
                { id: 'all', label: TEXT.all },
                ...chains.map(({ id, name }) => ({ id, label: name })),
              ]}
              value={chain}
              onChange={setContactChain}
            />
          )}
        </div>
        {add}
      </div>
      <Card label={TEXT.list}>
        <CardSection flush>
          <RowSearchField label={TEXT.list} search={search} />
          <DataTable
            isPaged
            label={TEXT.list}
            columns={COLUMNS}
            rows={search.found}
            rowId={({ id }) => id}
            rowText={({ name }) => name}
            selectedId={selected?.id ?? null}
            onSelect={select}
            empty={<NoMatches onClear={clearContactFilter} />}
          />
        </CardSection>
      </Card>
    </>
  );
}

/** Why there is no list; one that was changed outside the console can be begun anew. */
function FailedList({
  error,
}: {
  error: Extract<QueryState<ContactList>, { state: 'failed' }>['error'];
}): ReactNode {
  const [isAsking, ask] = useState(false);
  const task = useTask(changeContacts);
  const startOver = async (): Promise<void> => {
    if ((await task.run(() => getConsole().contacts.startOver())) !== undefined) ask(false);
  };
  return (
    <Card label={TEXT.list}>
      <FailedState error={error} onRetry={() => void contactList.load()} />
      {error.code === 'CONTACTS_CHANGED' && (
        <CardSection className={styles['centered']}>
          <Button kind="danger" onPress={() => ask(true)}>
            {TEXT.changed.startOver}
          </Button>
        </CardSection>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        effect="destroy"
        title={TEXT.changed.discard}
        action={TEXT.changed.startOver}
        isPending={task.busy}
        error={task.error}
        onClose={() => ask(false)}
        onConfirm={() => void startOver()}
      >
        <p>{TEXT.changed.text}</p>
      </ConfirmDialog>
    </Card>
  );
}

const RULE = [
  { id: 'anyone', label: TEXT.rule.anyone },
  { id: 'only', label: TEXT.rule.only },
] as const;

/** Whether a payment to anybody else is a danger. */
function RuleCard({ list: { contactsOnly } }: { list: ContactList }): ReactNode {
  const task = useTask(changeContacts);
  return (
    <Card label={TEXT.rule.title}>
      <CardSection className={styles['rule']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{TEXT.rule.title}</h2>
          <div className={styles['text']}>{contactsOnly ? TEXT.rule.on : TEXT.rule.off}</div>
        </div>
        <Segmented
          label={TEXT.rule.label}
          options={RULE}
          value={contactsOnly ? 'only' : 'anyone'}
          onChange={(id) =>
            void task.run(() => getConsole().contacts.setContactsOnly({ isOn: id === 'only' }))
          }
        />
      </CardSection>
      {task.error !== null && (
        <CardSection>
          <Refusal error={task.error} />
        </CardSection>
      )}
    </Card>
  );
}
