import { FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { BatchRead } from '#preload/contract/batches.ts';
import type { PaymentProblem } from '#preload/contract/transfers.ts';
import { profileTurn } from '../../bridge/app-state.ts';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go, useSubtitle } from '../../navigation/navigation.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Form } from '../../ui/fields.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ProblemTable } from '../batch/problem-table.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { signingChain } from '../signers/chains.ts';
import { FieldsOnTheirWay, useKnownFields } from './known-fields.tsx';
import { ChainFields, PaymentPlace, WaySwitch } from './payment-form.tsx';
import { usePaymentLook } from './payment-look.ts';
import { PaymentRows } from './payment-rows.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import { chooseAsset, usePayment } from './payment-store.ts';
import styles from './payments.module.css';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.file;

type FileColumns = Awaited<ReturnType<ConsoleApi['paymentFiles']['columns']>>;
type Chosen = FileColumns['columns'];
type Refused = Extract<BatchRead, { state: 'refused' }>;

/** A file whose columns were read: what is chosen of them, and what was wrong when its lines were checked. */
interface ReadFile extends FileColumns {
  readonly file: string;
  readonly path: string;
  /** How often files were read: the same one may be another by now. */
  readonly turn: number;
  readonly refused: Refused | null;
}

let turns = 0;

async function readColumns(path: string): Promise<ReadFile> {
  const file = await fileOf(path);
  const turn = (turns += 1);
  return { ...(await getConsole().paymentFiles.columns({ file })), file, path, turn, refused: null };
}

/** All that the rows are made of; null while a part of it isn't chosen. */
function filledIn({ file, columns }: ReadFile) {
  const { type, signWith, network, asset, values } = usePayment.getState();
  const { to, amount } = columns;
  if (to === null || amount === null || signWith === null) return null;
  return { file, type, signWith, network, asset, values, columns: { ...columns, to, amount } };
}

async function check(file: ReadFile, leaveOut: string | null): Promise<BatchRead | null> {
  const input = filledIn(file);
  return input === null ? null : getConsole().paymentFiles.read({ ...input, leaveOut });
}

async function saveWrong(file: ReadFile): Promise<void> {
  const input = filledIn(file);
  if (input === null) return;
  const { path, count } = await getConsole().paymentFiles.saveWrong(input);
  if (path !== null) showToast({ tone: 'good', title: TEXT.wrongSaved(count), text: path });
}

async function saveTemplate(): Promise<void> {
  const { path } = await getConsole().paymentFiles.saveTemplate();
  if (path !== null) showToast({ tone: 'good', title: TEXT.templateSaved, text: path });
}

/** Payments of a file: where they are paid from and which column says what; then they are a batch like any other. */
export function PaymentFile(): ReactNode {
  const { type, signWith, form, values } = usePayment();
  const isKnown = useKnownFields();
  const [path, setPath] = useState('');
  const [read, setRead] = useState<ReadFile | null>(null);
  const reading = useTask(readColumns);
  const checking = useTask(check);
  const saving = useTask(saveTemplate);
  const savingWrong = useTask(saveWrong);
  // The digest of the very rows that are left out: others are not.
  const [leftOut, setLeftOut] = useState<string | null>(null);
  useSubtitle(signingChain(type).label);
  const nonce = form?.fields.find(({ isNonce }) => isNonce === true);
  const entered = values[nonce?.name ?? '']?.trim() ?? '';
  const firstNonce = /^\d{1,20}$/.test(entered) ? BigInt(entered) : null;
  const known = read?.path === path.trim() ? read : null;
  const { looked, problems, error } = usePaymentLook(known);
  const isReady = known?.columns.to != null && known.columns.amount !== null && signWith !== null;
  // What is wrong is corrected in the file: then it is read again.
  const wrong = looked?.counts.wrong ?? 0;
  const areLeftOut = wrong > 0 && leftOut === looked?.wrongDigest;
  const isWrong = wrong > 0 && !areLeftOut;
  const submit = async (): Promise<void> => {
    if (path.trim() === '' || reading.busy || checking.busy) return;
    if (known === null || isWrong) {
      checking.clear();
      setRead((await reading.run(path.trim())) ?? null);
      return;
    }
    if (!isReady) return;
    const isItsProfile = profileTurn();
    const answer = await checking.run(known, areLeftOut ? leftOut : null);
    // Other rows may be wrong by now.
    if (answer === undefined) setLeftOut(null);
    if (answer == null || !isItsProfile()) return;
    if (answer.state === 'prepared') go('batch');
    else setRead({ ...known, refused: answer });
  };
  const choose = (change: Partial<Chosen>): void =>
    setRead(known === null ? null : { ...known, columns: { ...known.columns, ...change }, refused: null });
  return (
    <ScreenLayout layout="split">
      <Card label={TEXT.title}>
        <CardHeader title={TEXT.title} end={<WaySwitch way="file" />} />
        <CardSection>
          <Below isKnown={isKnown} before={<FieldsOnTheirWay />}>
            <Form
              label={TEXT.title}
              isMain
              onSubmit={() => void submit()}
              actions={
                <>
                  <Button isPending={saving.busy} onPress={() => void saving.run()}>
                    {TEXT.template}
                  </Button>
                  <Button
                    type="submit"
                    kind="primary"
                    isDisabled={path.trim() === '' || (known !== null && !isWrong && !isReady)}
                    isPending={reading.busy || checking.busy}
                    kbd="⏎"
                  >
                    {known === null ? TEXT.read : isWrong ? TEXT.readAgain : TEXT.review(known.lines - wrong)}
                  </Button>
                </>
              }
            >
              <PaymentPlace isDisabled={checking.busy} />
              <PathInput
                label={TEXT.label}
                path={path}
                onChange={setPath}
                placeholder={TEXT.placeholder}
                help={TEXT.help}
              />
              {known !== null && <Columns file={known} onChoose={choose} />}
              <ChainFields isDisabled={checking.busy} />
              {form !== null && <Note>{form.series.note}</Note>}
              <Refusal
                error={reading.error ?? checking.error ?? saving.error ?? savingWrong.error ?? error}
              />
            </Form>
          </Below>
        </CardSection>
        <CardFooter note={TEXT.note} />
      </Card>
      {looked === null ? (
        <FilePreview file={known} lacks={problems} />
      ) : (
        <div className={styles['stack']}>
          {known?.refused != null && (
            <Card label={TEXT.preview}>
              <CardHeader title={TEXT.preview} />
              <RefusedLines refused={known.refused} />
            </Card>
          )}
          <PaymentTotals
            looked={looked}
            firstNonce={firstNonce}
            wrongRows={{
              areLeftOut,
              isBusy: savingWrong.busy || checking.busy,
              onLeaveOut: (isWanted) => setLeftOut(isWanted ? looked.wrongDigest : null),
              onSave: () => {
                if (known !== null) void savingWrong.run(known);
              },
            }}
          />
          <PaymentRows looked={looked} />
        </div>
      )}
    </ScreenLayout>
  );
}

const NONE = '';

/** Which column says what; where none says the asset, one is chosen for all lines. */
function Columns({
  file: { titles, columns },
  onChoose,
}: {
  readonly file: ReadFile;
  readonly onChoose: (change: Partial<Chosen>) => void;
}): ReactNode {
  const { assets, asset } = usePayment();
  const options = titles.filter((title) => title !== '').map((title) => ({ id: title, label: title }));
  const orNone = (label: string) => [{ id: NONE, label }, ...options];
  const orNull = (id: string): string | null => (id === NONE ? null : id);
  return (
    <div className={styles['pair']}>
      <Select
        label={TEXT.columns.to}
        placeholder={TEXT.choose}
        options={options}
        value={columns.to}
        onChange={(to) => onChoose({ to })}
      />
      <Select
        label={TEXT.columns.amount}
        placeholder={TEXT.choose}
        options={options}
        value={columns.amount}
        onChange={(amount) => onChoose({ amount })}
      />
      <Select
        label={TEXT.columns.asset}
        options={orNone(TEXT.noColumn.asset)}
        value={columns.asset ?? NONE}
        onChange={(id) => onChoose({ asset: orNull(id) })}
      />
      {columns.asset === null && (
        <Select
          label={PAYMENT_TEXT.asset}
          options={assets.map(({ id, symbol, name }) => ({
            id,
            label: symbol,
            words: `${name} ${id}`,
            aside: name,
          }))}
          value={asset}
          onChange={(id) => chooseAsset(id)}
        />
      )}
      <Select
        label={TEXT.columns.reference}
        options={orNone(TEXT.noColumn.reference)}
        value={columns.reference ?? NONE}
        onChange={(id) => onChoose({ reference: orNull(id) })}
      />
    </div>
  );
}

interface FirstRow {
  readonly id: string;
  readonly cells: readonly string[];
}

/** What is wrong with the lines of a file, or the first of them as it has them. */
function FilePreview({
  file,
  lacks,
}: {
  readonly file: ReadFile | null;
  /** What the form lacks before the lines can be looked through. */
  readonly lacks: readonly PaymentProblem[];
}): ReactNode {
  return (
    <Card label={TEXT.preview}>
      <CardHeader title={TEXT.preview} />
      {file === null ? (
        <CardSection>
          <EmptyState icon={FileSpreadsheet} title={TEXT.emptyTitle}>
            {TEXT.empty}
          </EmptyState>
        </CardSection>
      ) : file.refused === null ? (
        <>
          {lacks.length > 0 && (
            <CardSection>
              <Note tone="warn" title={PAYMENT_TEXT.missing}>
                {lacks.map(({ message, remedy }) => `${message} ${remedy}`).join(' ')}
              </Note>
            </CardSection>
          )}
          <FirstLines key={JSON.stringify(file.titles)} file={file} />
        </>
      ) : (
        <RefusedLines refused={file.refused} />
      )}
    </Card>
  );
}

/** What is wrong with the lines, each with its number. */
function RefusedLines({ refused }: { readonly refused: Refused }): ReactNode {
  return (
    <>
      <CardSection>
        <Note tone="bad" title={TEXT.wrong(refused.total)} live>
          {TEXT.correct}
        </Note>
      </CardSection>
      <CardSection flush>
        <ProblemTable problems={refused.problems} />
      </CardSection>
    </>
  );
}

function FirstLines({ file: { titles, first, lines } }: { readonly file: ReadFile }): ReactNode {
  const columns = useMemo(
    () =>
      titles.map((title, place) => ({
        id: `column-${place}`,
        title: title === '' ? TEXT.noTitle(place + 1) : title,
        cell: ({ cells }: FirstRow) => cells[place] ?? '',
      })),
    [titles],
  );
  const rows = useMemo(() => first.map((cells, index) => ({ id: `line-${index}`, cells })), [first]);
  return (
    <>
      <CardSection flush className={styles['scroll']}>
        <DataTable isPaged label={TEXT.preview} columns={columns} rows={rows} rowId={({ id }) => id} />
      </CardSection>
      <CardFooter note={TEXT.more(rows.length.toLocaleString('en'), lines.toLocaleString('en'))} />
    </>
  );
}
