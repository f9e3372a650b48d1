import { Download, Plus, Wallet as WalletIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Wallet, WalletAccount } from '../../../../protocol/catalogue/wallets.ts';
import { FORMAT_NAMES } from '../../../../chains/addresses/format-names.ts';
import { useRemote } from '../../bridge/query.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Finding } from '../../ui/finding.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { SignButton } from '../signers/sign-button.tsx';
import { signerOfAccount } from '../signers/signers.ts';
import { walletAccounts, wallets } from './wallets-store.ts';

const KIND: RecordKind<Wallet> = {
  title: 'Wallets',
  words: ['wallet', 'wallets'],
  icon: WalletIcon,
  id: (wallet) => wallet.walletId,
  name: (wallet) => wallet.walletName,
  columns: [
    {
      id: 'name',
      title: 'Name',
      grow: true,
      cell: (wallet) => <NameCell name={wallet.walletName} detail={historyOf(wallet)} />,
    },
    { id: 'created', title: 'Created', cell: (wallet) => <Timestamp at={wallet.createdAt} /> },
  ],
  empty: {
    title: 'No wallets',
    text: 'A wallet derives the keys of its accounts from words that stay inside the service.',
  },
};

/** Wallets, and the accounts that each derives. */
export function WalletsPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useRemote(wallets)}
      onRetry={() => void wallets.load()}
      tools={tools}
      action={
        <>
          <Button icon={Download} onPress={() => go('import', 'wallet')}>
            Import
          </Button>
          <RequestButton operation="create_wallet" kind="primary" icon={Plus}>
            Create a wallet
          </RequestButton>
        </>
      }
      detail={(wallet) => <WalletDetail wallet={wallet} />}
      actions={({ walletId, walletName }) => (
        <>
          <RequestButton
            operation="update_wallet"
            initial={{ walletId, walletName }}
            locked={['walletId']}
            aria-label={`Rename ${walletName}`}
          >
            Rename
          </RequestButton>
          <RequestButton
            operation="create_wallet_accounts"
            initial={{ walletId }}
            locked={['walletId']}
            icon={Plus}
            aria-label={`Add accounts to ${walletName}`}
          >
            Add accounts
          </RequestButton>
          <ExportButton kind="wallet" id={walletId} name={walletName} />
        </>
      )}
    />
  );
}

function historyOf({ imported, exported }: Wallet): string {
  const words = [imported && 'imported', exported && 'exported'].filter((word) => word !== false);
  return words.length === 0 ? 'made here, never exported' : words.join(', ');
}

function WalletDetail({ wallet }: { wallet: Wallet }): ReactNode {
  const accounts = useRemote(walletAccounts, wallet.walletId);
  return (
    <>
      <Facts>
        <FactRow label="History">{historyOf(wallet)}</FactRow>
        <FactRow label="Created">
          <Timestamp at={wallet.createdAt} exact />
        </FactRow>
        <FactRow label="Wallet id">
          <Copied value={wallet.walletId} what="wallet id" />
        </FactRow>
      </Facts>
      <DetailSection title="Accounts">
        {accounts.state === 'loading' && (
          <div aria-busy="true">
            <Skeleton lines={3} />
          </div>
        )}
        {accounts.state === 'failed' && <Refusal error={accounts.error} />}
        {accounts.state === 'ready' && (
          <Finding label={`Accounts of ${wallet.walletName}`} rows={accounts.value} textOf={accountText}>
            {(shown, none = 'No account.') => (
              <ItemList none={none}>
                {shown.map((account) => accountItem(account, wallet.walletName))}
              </ItemList>
            )}
          </Finding>
        )}
      </DetailSection>
    </>
  );
}

const accountText = ({ address, name, path }: WalletAccount): string =>
  [address, name, path].filter((word) => word !== undefined).join(' ');

const accountItem = (account: WalletAccount, walletName: string): ReactNode => (
  <Item
    key={account.walletAccountId}
    name={<Copied value={account.address} what={`address of ${account.path}`} />}
    detail={[account.name, FORMAT_NAMES[account.addressFormat], account.path]
      .filter((word) => word !== undefined)
      .join(' · ')}
    end={
      <>
        <SignButton signer={signerOfAccount(account, walletName)} />
        <ExportButton kind="walletAccount" id={account.walletAccountId} name={`the key of ${account.path}`} />
      </>
    }
  />
);
