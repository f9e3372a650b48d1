import { utils } from 'tronweb';

/** Two accounts, as the bytes have them and as people write them. */
export const OWNER = {
  hex: '417e5f4552091a69125d5dfcb7b8c2659029395bdf',
  text: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
};
export const RECEIVER = {
  hex: '41d0b69631440f0a494bb51f7eee68ff5c593c00f0',
  text: 'TUznHJfHe6gdYY7gvWmf6bNZHuPHDZtowf',
};

/** Raw data as tronweb encodes it; `expiration` in ms since the epoch. */
export function tronRaw(
  type: string,
  value: Record<string, unknown>,
  expiration = 1_763_730_060_000,
  memo = '',
): string {
  const transaction = {
    visible: false,
    raw_data: {
      contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
      ref_block_bytes: '02a2',
      ref_block_hash: 'e216e254e43ee108',
      expiration,
      timestamp: 1_763_730_000_000,
      ...(memo === '' ? {} : { data: Buffer.from(memo).toString('hex') }),
    },
  };
  return utils.transaction.txPbToRawDataHex(utils.transaction.txJsonToPb(transaction)).toLowerCase();
}
