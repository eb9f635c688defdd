import {
  Archive,
  ArrowDownUp,
  Bell,
  Bot,
  History,
  KeyRound,
  Lock,
  LogIn,
  type LucideIcon,
  Plug,
  ScrollText,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { InstanceLogPage } from './admin/instance-log-page.tsx'
import { PeoplePage } from './admin/people-page.tsx'
import { AgentsPage } from './personal/agents-page.tsx'
import { AppsPage } from './personal/apps-page.tsx'
import { ArchivedBoardsPage } from './personal/archived-boards-page.tsx'
import { MyLogPage } from './personal/my-log-page.tsx'
import { NotificationsPage } from './personal/notifications-page.tsx'
import { PasswordPage } from './personal/password-page.tsx'
import { ProfilePage } from './personal/profile-page.tsx'
import { SignInSettingsPage } from './personal/sign-in-page.tsx'
import { TokensPage } from './personal/tokens-page.tsx'

type PersonalPage = { group: 'account' | 'access' | 'instance'; icon: LucideIcon; page: ComponentType }

/** Settings of the person who is signed in, in the order of the nav. They come together: each is small, and one leads to the next. */
export const personalPages = {
  profile: {
    group: 'account',
    icon: UserRound,
    page: ProfilePage,
  },
  password: {
    group: 'account',
    icon: Lock,
    page: PasswordPage,
  },
  signIn: { group: 'account', icon: LogIn, page: SignInSettingsPage },
  notifications: {
    group: 'account',
    icon: Bell,
    page: NotificationsPage,
  },
  archived: {
    group: 'account',
    icon: Archive,
    page: ArchivedBoardsPage,
  },
  imports: {
    group: 'account',
    icon: ArrowDownUp,
    page: lazy(async () => ({ default: (await import('./transfer/transfer-pages.tsx')).ImportsPage })),
  },
  agents: {
    group: 'access',
    icon: Bot,
    page: AgentsPage,
  },
  tokens: {
    group: 'access',
    icon: KeyRound,
    page: TokensPage,
  },
  apps: { group: 'access', icon: Plug, page: AppsPage },
  activity: {
    group: 'access',
    icon: History,
    page: MyLogPage,
  },
  people: {
    group: 'instance',
    icon: UsersRound,
    page: PeoplePage,
  },
  audit: {
    group: 'instance',
    icon: ScrollText,
    page: InstanceLogPage,
  },
} satisfies Record<string, PersonalPage>

type PersonalPageKey = keyof typeof personalPages
export const isPersonalPage = (key: string): key is PersonalPageKey => Object.hasOwn(personalPages, key)
export const personalPageOf = (key: PersonalPageKey): PersonalPage => personalPages[key]
