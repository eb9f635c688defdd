import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { InstanceLogPage } from './admin/instance-log-page.tsx'
import { PeoplePage } from './admin/people-page.tsx'
import type { PersonalPageKey } from './pages.ts'
import { AgentsPage } from './personal/agents-page.tsx'
import { AppsPage } from './personal/apps-page.tsx'
import { ArchivedBoardsPage } from './personal/archived-boards-page.tsx'
import { MyLogPage } from './personal/my-log-page.tsx'
import { NotificationsPage } from './personal/notifications-page.tsx'
import { PasswordPage } from './personal/password-page.tsx'
import { ProfilePage } from './personal/profile-page.tsx'
import { SignInSettingsPage } from './personal/sign-in-page.tsx'
import { TokensPage } from './personal/tokens-page.tsx'

/** The components of the personal settings pages. They are loaded together, because each is small. */
export const personalPages: Record<PersonalPageKey, ComponentType> = {
  profile: ProfilePage,
  password: PasswordPage,
  signIn: SignInSettingsPage,
  notifications: NotificationsPage,
  archived: ArchivedBoardsPage,
  imports: lazyPart(async () => ({ default: (await import('./transfer/transfer-pages.tsx')).ImportsPage })),
  agents: AgentsPage,
  tokens: TokensPage,
  apps: AppsPage,
  activity: MyLogPage,
  people: PeoplePage,
  audit: InstanceLogPage,
}
