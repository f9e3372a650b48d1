import { parse } from 'node:path';
import { type Chain, chainOf } from '#chains/chains.ts';
import { TransferRefused } from '#chains/model/transfer.ts';
import type { FilledInPayments, PaymentColumns } from '#preload/contract/payment-files.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import { type BatchModuleParts, csvRecords, readText, requireDistinct } from '../batches/module.ts';
import type { FileParts } from '../files/module.ts';
import { type PreviewModuleParts, findSigner, readOwnNames } from '../previews/module.ts';
import { TEMPLATE, likelyColumns, rememberedColumns, withColumns } from './payment-columns.ts';
import { lookAtPayments } from './look-at-payments.ts';
import { paymentLines, paymentRows, wholeOf } from './payment-lines.ts';
import { problemTitle, wrongRowsFile } from './wrong-rows.ts';

/** So many lines are shown below the titles while columns are chosen. */
const SHOWN = 5;
/** What the journal calls it. */
const LEAVE_OUT = 'leave_out_rows';

type Needs = FileParts &
  PreviewModuleParts &
  BatchModuleParts &
  Pick<ConsoleContext, 'host' | 'storage' | 'clock' | 'ports' | 'journal'>;

const standInsOf = ({ transfer }: Chain): Readonly<Record<string, string>> =>
  Object.fromEntries(
    transfer.fields.flatMap(({ name, standIn }) => (standIn === undefined ? [] : [[name, standIn]])),
  );

/** Payments out of a file: the payment form fills in each line, and the batch takes them from there. */
export const paymentFiles = defineModule({
  start: ({
    host,
    storage,
    clock,
    ports,
    files,
    reads,
    batchFlow,
    journal,
  }: Needs): ModuleParts<'paymentFiles'> => {
    let looks = 0;
    const settingName = async () => `payment-columns.${(await currentProfile(storage)).id}` as const;
    const remember = async (
      name: Awaited<ReturnType<typeof settingName>>,
      titles: readonly string[],
      columns: PaymentColumns,
    ): Promise<void> => {
      await storage.settings.set(name, withColumns(await storage.settings.get(name), titles, columns));
    };
    /** What every row has in common. What is entered last changes nothing of which rows can be paid: it has its stand-in. */
    const sourceOf = async ({ file, type, values, ...rest }: FilledInPayments) => {
      const chain = chainOf(type);
      const path = files.pathOf(file);
      const { signer: sender, own } = await findSigner(chain, rest.signWith, reads);
      const contacts = await ports.contacts.ask();
      const known = { ...values, ...standInsOf(chain) };
      return { path, own, contacts, source: { ...rest, chain, sender, values: known, nowMs: clock.now() } };
    };
    /** Records the omitted rows before the batch is made: if the journal can't be written, there is no batch. */
    const recordLeftOut = async (id: string, digest: string): Promise<void> => {
      try {
        const { id: profileId, name: profile } = await currentProfile(storage);
        const { publicKey = '' } = (await currentCredential(storage, profileId)) ?? {};
        const line = { profile, publicKey, operation: LEAVE_OUT, digest, outcome: 'left out' };
        await journal.append({ ...line, subject: await batchFlow.leftOutText(id) });
      } catch (error) {
        await batchFlow.discard(id);
        throw error;
      }
    };
    return {
      handlers: {
        paymentFiles: {
          columns: async ({ file }) => {
            const first: string[][] = [];
            let titles: string[] | null = null;
            let lines = 0;
            for await (const { record } of csvRecords(readText(files.pathOf(file)))) {
              if (titles === null) titles = record.map((title) => title.trim());
              else {
                lines += 1;
                if (first.length < SHOWN) first.push([...record]);
              }
            }
            const named = titles ?? [];
            requireDistinct(named.filter((title) => title !== ''));
            const remembered = rememberedColumns(await storage.settings.get(await settingName()), named);
            return { titles: named, lines, first, columns: remembered ?? likelyColumns(named) };
          },
          look: async (filledIn) => {
            const mine = (looks += 1);
            const name = await settingName();
            const { path, source, own, contacts } = await sourceOf(filledIn);
            const { chain, network, sender: signer, columns } = source;
            const known = {
              own: await readOwnNames(reads),
              contacts,
              paid: await reads.earlierRecipients?.(chain),
            };
            const rows = paymentRows(
              csvRecords(readText(path)),
              source,
              contacts,
              // Of the profile that was there when it began, and of the last look alone.
              (titles) => (mine === looks ? remember(name, titles, columns) : Promise.resolve()),
            );
            try {
              const looked = await lookAtPayments(
                rows,
                { chain, network, signer, ownAddresses: own, whole: wholeOf(source) },
                known,
                () => mine !== looks,
              );
              return looked === null ? { state: 'superseded' } : { state: 'looked', ...looked };
            } catch (error) {
              if (!(error instanceof TransferRefused)) throw error;
              return { state: 'unready', problems: [...error.problems] };
            }
          },
          read: async ({ leaveOut, ...filledIn }) => {
            const name = await settingName();
            const { path, source, contacts } = await sourceOf(filledIn);
            const { values } = filledIn;
            const lines = paymentLines(
              csvRecords(readText(path)),
              { ...source, values, leaveOut },
              contacts,
              (titles) => remember(name, titles, source.columns),
            );
            const read = await batchFlow.readLines(path, lines);
            if (read.state === 'prepared' && leaveOut !== null) await recordLeftOut(read.set.id, leaveOut);
            return read;
          },
          saveWrong: async (filledIn) => {
            const name = await settingName();
            const { path, source, contacts } = await sourceOf(filledIn);
            const { columns } = source;
            let head = { raw: '', title: '' };
            const rows = paymentRows(csvRecords(readText(path)), source, contacts, async (titles, raw) => {
              const title = problemTitle(titles);
              head = { raw, title };
              // Mended, the file is read by the same columns.
              await remember(name, [...titles, title], columns);
            });
            const { text, count } = await wrongRowsFile(rows, columns, () => head);
            return { path: await host.save(`${parse(path).name}-wrong-rows.csv`, text), count };
          },
          saveTemplate: async () => ({ path: await host.save('payments.csv', TEMPLATE) }),
        },
      },
    };
  },
});
