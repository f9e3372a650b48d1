import { fromHex, toHex } from '#protocol/encoding.ts';
import {
  type TransferField,
  type TransferForm,
  type TransferRequest,
  sentAmount,
  assetIn,
  createAssetLists,
  fieldIn,
  readFields,
  readWhole,
} from '../model/transfer.ts';
import { MAX_UINT64 } from './field-reader.ts';
import { coinDecimals, listNetworks, networkOf } from './model/networks.ts';
import { encodeRlp, unsignedBytes } from './model/rlp.ts';
import { tokensOn } from './model/tokens.ts';
import { parseUnsigned } from './parse.ts';
import {
  MAX_FEE,
  MAX_WORD,
  NONCE,
  NUMBERED,
  TIP,
  chainIdIn,
  evmRecipient,
  readGwei,
  readNonce,
  requireTip,
  tokenTransfer,
} from './transfer-fields.ts';

const GAS: TransferField = {
  name: 'gasLimit',
  label: 'Gas limit',
  where:
    'Empty: 21,000 for the coin, 100,000 for a token. Some networks and recipients that are contracts need more.',
  initial: '',
  group: 'fee',
  isOptional: true,
};
/** What a transfer to an account without code takes. */
const COIN_GAS = 21_000n;
/** More than a transfer of any usual token takes; what is left over is not charged. */
const TOKEN_GAS = 100_000n;

const NETWORKS = listNetworks('evm');

const assets = createAssetLists(NETWORKS, (network) => {
  const chainId = BigInt(network);
  const { unit, name } = networkOf(chainId);
  return [
    { id: '', symbol: unit, name, decimals: coinDecimals(unit) },
    ...tokensOn(chainId).map(({ address: id, ...token }) => ({ id, ...token })),
  ];
});

/**
 * Builds an unsigned EIP-1559 transfer (EIP-1559, EIP-2718): `0x02` and the RLP of its nine fields. A token is sent by a
 * call of its contract, and the coin by the transaction's value.
 */
function build(request: TransferRequest): string {
  const asset = readFields({ asset: () => assetIn({ assets }, request) }).asset;
  const isCoin = asset.id === '';
  const { network, to, amount, nonce, gasLimit, maxFee, tip } = readFields({
    network: () => chainIdIn(request, NETWORKS),
    to: () => evmRecipient(request, assets(request.network)),
    amount: () => sentAmount(request, asset, MAX_WORD),
    nonce: () => readNonce(request),
    gasLimit: () => readGas(request, isCoin),
    maxFee: () => readGwei(request, MAX_FEE),
    tip: () => readGwei(request, TIP),
  });
  requireTip(tip, maxFee);
  const fields = [
    ...[network, nonce, tip, maxFee, gasLimit].map(unsignedBytes),
    fromHex(isCoin ? to : asset.id),
    isCoin ? unsignedBytes(amount) : new Uint8Array(),
    isCoin ? new Uint8Array() : tokenTransfer(to, amount),
    [],
  ];
  return `02${toHex(encodeRlp(fields))}`;
}

function readGas(request: TransferRequest, isCoin: boolean): bigint {
  if ((request.values[GAS.name] ?? '').trim() === '') return isCoin ? COIN_GAS : TOKEN_GAS;
  return readWhole(fieldIn(request, GAS), MAX_UINT64);
}

/** Payments on Ethereum and EVM chains. */
export const ethereumTransfer: TransferForm = {
  networks: NETWORKS,
  fields: [NONCE, MAX_FEE, TIP, GAS],
  assets,
  build,
  series: NUMBERED,
  nonceOf: (unsignedTransaction) => {
    const { chainId, nonce } = parseUnsigned(unsignedTransaction);
    return chainId === null ? null : { network: chainId.toString(), nonce };
  },
};
