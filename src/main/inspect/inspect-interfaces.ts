import { anyContract } from '#chains/ethereum/interfaces/abi-reader.ts';
import { firstOf } from '#chains/ethereum/interfaces/contract-interfaces.ts';
import type { ContractInterfaces } from '#chains/ethereum/interfaces/contract-interfaces.ts';
import { MAX_ABI_LENGTH } from '#chains/ethereum/interfaces/parse-abi.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { readUpTo } from '../platform/read-up-to.ts';
import { folderInterfaces, startingInterfaces } from '../features/contract-interfaces/descriptors.ts';

/**
 * The interfaces that previews read calls by: an ABI first, then a folder of descriptors, then those that come with the
 * console, as in its window.
 * @param onRefused called with each file of the folder that could not be read, and why
 * @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, `FOLDER_UNREADABLE`, `FOLDER_TOO_FULL`, and those of `parseAbi`
 */
export async function inspectInterfaces(
  sources: { readonly abi?: string | undefined; readonly descriptors?: string | undefined },
  onRefused: (file: string, message: string) => void,
): Promise<ContractInterfaces> {
  const { abi, descriptors } = sources;
  const all: ContractInterfaces[] = [];
  if (abi !== undefined) all.push(anyContract(fromUtf8(await readUpTo(abi, MAX_ABI_LENGTH), 'ABI')));
  if (descriptors !== undefined) {
    const folder = await folderInterfaces(descriptors);
    for (const { file, message } of folder.refused) onRefused(file, message);
    all.push(folder.interfaces);
  }
  return firstOf(...all, startingInterfaces());
}
