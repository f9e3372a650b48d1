import { type Chain, chainOf } from '#chains/chains.ts';
import { TransferRefused } from '#chains/model/transfer.ts';
import type { PaymentColumns } from '#preload/contract/payment-files.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { type BatchModuleParts, csvRecords, readText, requireDistinct } from '../batches/module.ts';
import type { FileParts } from '../files/module.ts';
import { type PreviewModuleParts, findSigner, readOwnNames } from '../previews/module.ts';
import { TEMPLATE, likelyColumns, rememberedColumns, withColumns } from './payment-columns.ts';
import { lookAtPayments } from './look-at-payments.ts';
import { paymentLines, paymentRows, wholeOf } from './payment-lines.ts';

/** So many lines are shown below the titles while columns are chosen. */
const SHOWN = 5;

type Needs = FileParts &
  PreviewModuleParts &
  BatchModuleParts &
  Pick<ConsoleContext, 'host' | 'storage' | 'clock' | 'ports'>;

const standInsOf = ({ transfer }: Chain): Readonly<Record<string, string>> =>
  Object.fromEntries(
    transfer.fields.flatMap(({ name, standIn }) => (standIn === undefined ? [] : [[name, standIn]])),
  );

/** Payments out of a file: the payment form fills in each line, and the batch takes them from there. */
export const paymentFiles = defineModule({
  start: ({ host, storage, clock, ports, files, reads, batchFlow }: Needs): ModuleParts<'paymentFiles'> => {
    let looks = 0;
    const settingName = async () => `payment-columns.${(await currentProfile(storage)).id}` as const;
    const remember = async (
      name: Awaited<ReturnType<typeof settingName>>,
      titles: readonly string[],
      columns: PaymentColumns,
    ): Promise<void> => {
      await storage.settings.set(name, withColumns(await storage.settings.get(name), titles, columns));
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
          look: async ({ file, columns, type, signWith, network, asset, values }) => {
            const mine = (looks += 1);
            const name = await settingName();
            const path = files.pathOf(file);
            const chain = chainOf(type);
            const { signer, own } = await findSigner(chain, signWith, reads);
            const contacts = await ports.contacts.ask();
            const known = {
              own: await readOwnNames(reads),
              contacts,
              paid: await reads.earlierRecipients?.(chain),
            };
            const source = {
              ...{ chain, columns, signWith, sender: signer, network, asset },
              // What is entered last changes nothing of what is looked at.
              ...{ values: { ...values, ...standInsOf(chain) }, nowMs: clock.now() },
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
          read: async ({ file, columns, type, signWith, network, asset, values }) => {
            const path = files.pathOf(file);
            const chain = chainOf(type);
            const { signer } = await findSigner(chain, signWith, reads);
            const name = await settingName();
            const lines = paymentLines(
              csvRecords(readText(path)),
              { chain, columns, signWith, sender: signer, network, asset, values, nowMs: clock.now() },
              await ports.contacts.ask(),
              (titles) => remember(name, titles, columns),
            );
            return batchFlow.readLines(path, lines);
          },
          saveTemplate: async () => ({ path: await host.save('payments.csv', TEMPLATE) }),
        },
      },
    };
  },
});
