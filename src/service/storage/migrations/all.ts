import { firstTables } from './001-first-tables.ts';
import { consensus } from './002-consensus.ts';
import { walletsAndSecrets } from './003-wallets-secrets.ts';
import { credentials } from './004-credentials.ts';
import { webhooks } from './005-webhooks.ts';
import { providers } from './006-providers.ts';
import { activityFilters } from './007-activity-filters.ts';
import { claimsAndKeyOrder } from './008-claims-and-key-order.ts';
import { solanaHistory } from './009-solana-history.ts';
import { rowSealTable } from './010-row-seal.ts';
import { importTargetsByAsker } from './011-import-targets-by-asker.ts';
import { spentSealings } from './012-spent-sealings.ts';

/** The history of the service's schema, in order. */
export const migrations = [
  firstTables,
  consensus,
  walletsAndSecrets,
  credentials,
  webhooks,
  providers,
  activityFilters,
  claimsAndKeyOrder,
  solanaHistory,
  rowSealTable,
  importTargetsByAsker,
  spentSealings,
] as const;
