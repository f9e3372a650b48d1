import { ZERO, type KnownCall } from './known-call.ts';
import { OTHER, SIGNER, STRANGE, USDC } from './unsigned.ts';

const call = (
  selector: string,
  signature: string,
  args: readonly unknown[],
  id: string,
  sentence: string,
  warnings: readonly string[] = ['UNKNOWN_CONTRACT'],
  to = STRANGE,
): KnownCall => [selector, signature, args, to, 0n, id, sentence, warnings];

/** Calls that make and destroy tokens. */
export const KNOWN_MINTING: readonly KnownCall[] = [
  call(
    '40c10f19',
    'mint(address,uint256)',
    [OTHER, 5n],
    'token.mint',
    `Make amount or token id 5 of ${STRANGE} for ${OTHER}`,
  ),
  call(
    '40c10f19',
    'mint(address,uint256)',
    [OTHER, 5_000_000n],
    'token.mint',
    `Make 5.00 USDC for ${OTHER}`,
    [],
    USDC,
  ),
  call(
    '40c10f19',
    'mint(address,uint256)',
    [ZERO, 5n],
    'token.mint',
    `Make amount or token id 5 of ${STRANGE} for ${ZERO}`,
    ['ZERO_ADDRESS'],
  ),
  call(
    'a1448194',
    'safeMint(address,uint256)',
    [OTHER, 7n],
    'erc721.safeMint',
    `Make item 7 of ${STRANGE} for ${OTHER}`,
  ),
  call(
    '731133e9',
    'mint(address,uint256,uint256,bytes)',
    [OTHER, 7n, 3n, '0x'],
    'erc1155.mint',
    `Make 3 of item 7 of ${STRANGE} for ${OTHER}`,
  ),
  call(
    '1f7fdffa',
    'mintBatch(address,uint256[],uint256[],bytes)',
    [OTHER, [7n, 8n], [3n], '0x12'],
    'erc1155.mintBatch',
    `Make 2 kinds of items of ${STRANGE} for ${OTHER}`,
  ),
  call('42966c68', 'burn(uint256)', [5n], 'token.burn', `Destroy amount or token id 5 of ${STRANGE}`),
  call(
    '79cc6790',
    'burnFrom(address,uint256)',
    [SIGNER, 5_000_000n],
    'erc20.burnFrom',
    `Destroy 5.00 USDC held by ${SIGNER}`,
    [],
    USDC,
  ),
  call(
    'f5298aca',
    'burn(address,uint256,uint256)',
    [SIGNER, 7n, 3n],
    'erc1155.burn',
    `Destroy 3 of item 7 of ${STRANGE} held by ${SIGNER}`,
  ),
  call(
    '6b20c454',
    'burnBatch(address,uint256[],uint256[])',
    [SIGNER, [7n], [3n]],
    'erc1155.burnBatch',
    `Destroy 1 kind of items of ${STRANGE} held by ${SIGNER}`,
  ),
];
