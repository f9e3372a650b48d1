import { Interface, Transaction, type TransactionLike } from 'ethers';

export const SIGNER = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
export const OTHER = '0x5E2f9b0C41D7B9a9c2f4d3e1B8a6f7C0D9e8B7a6';
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
/** Contracts of the local list. */
export const SWAP_ROUTER_02 = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
export const ROUTER_V2 = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D';
/** A universal router of the first version, whose steps by version 4 are not told. */
export const ROUTER_12 = '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD';
export const MESSENGER = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d';
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
export const DISPERSE = '0xD152f549545093347A162Dce210e7293f1452150';
/** A vault of the lists of tokens: Wrapped Aave Ethereum USDC. */
export const VAULT = '0xD4fa2D31b7968E448877f69A96DE69f5de8cD23E';
/** A contract that no local list knows. */
export const STRANGE = '0x1111111254EEB25477B68fb85Ed929f73A960582';

/** Data of a call, encoded by ethers: the code under test decodes with another library. */
export const encode = (signature: string, ...args: readonly unknown[]): string =>
  new Interface([`function ${signature}`]).encodeFunctionData(
    signature.slice(0, signature.indexOf('(')),
    args,
  );

/** An unsigned EIP-1559 transaction of nonce 12 on mainnet, as hex, with some fields changed. */
export const unsigned = (fields: TransactionLike): string =>
  Transaction.from({
    type: 2,
    chainId: 1n,
    nonce: 12,
    maxFeePerGas: 30_000_000_000n,
    maxPriorityFeePerGas: 1_500_000_000n,
    gasLimit: 100_000n,
    value: 0n,
    ...fields,
  }).unsignedSerialized;
