import { fromHex, toHex } from '#protocol/encoding.ts';
import { MAX_UINT64 } from '../ethereum/field-reader.ts';
import { parseAddress } from '../ethereum/model/address.ts';
import { listNetworks } from '../ethereum/model/networks.ts';
import { encodeRlp, unsignedBytes } from '../ethereum/model/rlp.ts';
import { tokensOn } from '../ethereum/model/tokens.ts';
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
} from '../ethereum/transfer-fields.ts';
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
import { TYPE_BYTE, parseTempo } from './transaction.ts';

const PRICE = 'billionths of a USD per gas';
const FEE: TransferField = { ...MAX_FEE, aside: PRICE, initial: '20' };
const PRIORITY: TransferField = { ...TIP, aside: PRICE, initial: '0' };
const GAS: TransferField = {
  name: 'gasLimit',
  label: 'Gas limit',
  where: 'A payment to an address that never had this token takes the most.',
  initial: '300000',
  group: 'fee',
};
const FEE_TOKEN: TransferField = {
  name: 'feeToken',
  label: 'Fee token',
  where: 'Empty: the token that is sent.',
  initial: '',
  group: 'fee',
  isOptional: true,
};

const NETWORKS = listNetworks('tempo');

const assets = createAssetLists(NETWORKS, (network) =>
  tokensOn(BigInt(network)).map(({ address: id, ...token }) => ({ id, ...token })),
);

/** Builds an unsigned Tempo transaction with one call, on the account's own sequence of nonces. */
function build(request: TransferRequest): string {
  const { asset } = readFields({ asset: () => assetIn({ assets }, request) });
  const { network, to, amount, nonce, gasLimit, maxFee, tip, feeToken } = readFields({
    network: () => chainIdIn(request, NETWORKS),
    to: () => evmRecipient(request, assets(request.network)),
    amount: () => sentAmount(request, asset, MAX_WORD),
    nonce: () => readNonce(request),
    gasLimit: () => readWhole(fieldIn(request, GAS), MAX_UINT64),
    maxFee: () => readGwei(request, FEE),
    tip: () => readGwei(request, PRIORITY),
    feeToken: () =>
      (request.values[FEE_TOKEN.name] ?? '').trim() === ''
        ? asset.id
        : parseAddress(fieldIn(request, FEE_TOKEN)),
  });
  requireTip(tip, maxFee);
  const none = new Uint8Array();
  const fields = [
    ...[network, tip, maxFee, gasLimit].map(unsignedBytes),
    [[fromHex(asset.id), none, tokenTransfer(to, amount)]],
    // Access list, nonce key, nonce; no limits of time.
    [],
    none,
    unsignedBytes(nonce),
    none,
    none,
    fromHex(feeToken),
    // Nobody else pays the fee, and no code is delegated.
    none,
    [],
  ];
  return toHex(Uint8Array.of(TYPE_BYTE, ...encodeRlp(fields)));
}

/** Payments on Tempo, which has tokens alone. */
export const tempoTransfer: TransferForm = {
  networks: NETWORKS,
  fields: [NONCE, FEE, PRIORITY, GAS, FEE_TOKEN],
  assets,
  build,
  series: NUMBERED,
  nonceOf: (unsignedTransaction) => {
    const { chainId, nonceKey, nonce } = parseTempo(unsignedTransaction);
    return nonceKey === 0n ? { network: chainId.toString(), nonce } : null;
  },
};
