import { chainOf } from '#chains/chains.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { type BatchModuleParts, csvRecords, readText, requireDistinct } from '../batches/module.ts';
import type { FileParts } from '../files/module.ts';
import { type PreviewModuleParts, findSigner } from '../previews/module.ts';
import { TEMPLATE, likelyColumns, rememberedColumns, withColumns } from './payment-columns.ts';
import { paymentLines } from './payment-lines.ts';

/** So many lines are shown below the titles while columns are chosen. */
const SHOWN = 5;

type Needs = FileParts &
  PreviewModuleParts &
  BatchModuleParts &
  Pick<ConsoleContext, 'host' | 'storage' | 'clock' | 'ports'>;

/** Payments out of a file: the payment form fills in each line, and the batch takes them from there. */
export const paymentFiles = defineModule({
  start: ({ host, storage, clock, ports, files, reads, batchFlow }: Needs): ModuleParts<'paymentFiles'> => {
    const settingName = async () => `payment-columns.${(await currentProfile(storage)).id}` as const;
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
          read: async ({ file, columns, type, signWith, network, asset, values }) => {
            const path = files.pathOf(file);
            const chain = chainOf(type);
            const { signer } = await findSigner(chain, signWith, reads);
            const name = await settingName();
            const lines = paymentLines(
              csvRecords(readText(path)),
              { chain, columns, signWith, sender: signer, network, asset, values, nowMs: clock.now() },
              await ports.contacts.ask(),
              async (titles) =>
                storage.settings.set(name, withColumns(await storage.settings.get(name), titles, columns)),
            );
            return batchFlow.readLines(path, lines);
          },
          saveTemplate: async () => ({ path: await host.save('payments.csv', TEMPLATE) }),
        },
      },
    };
  },
});
