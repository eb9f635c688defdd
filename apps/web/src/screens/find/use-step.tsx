import { useQuery } from '@tanstack/react-query'
import { Check, Columns3, Plus, SquareKanban } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { membersQuery } from '../../api/queries.ts'
import { localeNames, locales, useLocaleChoice } from '../../i18n/locale.tsx'
import { cardModelOf } from '../../live/board-model.ts'
import { takeCard } from '../../live/board-query.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { useEditCard } from '../../mutations/edit-card.ts'
import { useMoveCards } from '../../mutations/move-cards.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { commandsAt, type Focused } from '../../shell/use-commands.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { chooseTheme, chosenTheme, themes } from '../../ui/theme.ts'
import type { Entry, Step } from './entry.ts'
import type { Place } from './use-place.ts'

type Choices = (typed: string) => Entry[]

/** What there is to choose from at each step of a command. */
export function useSteps(place: Place, at: Focused): Record<Exclude<Step, 'root'>, Choices> {
  return {
    move: useMoves(place, at),
    delegate: useDelegates(place),
    newCard: useNewCard(place),
    theme: useThemes(),
    language: useLanguages(),
  }
}

const line = (id: string, text: string, more: Pick<Entry, 'icon' | 'run'> & Partial<Entry>): Entry => ({ id, group: 'step', text, ...more })

function useMoves({ board, card }: Place, at: Focused): Choices {
  const t = useTranslations('find.steps')
  const move = useMoveCards(board?.id ?? '')
  return () => {
    const lists = (board?.lists ?? []).filter((list) => list.id !== card?.listId)
    // The page asks for a board: that of another one is read there.
    const elsewhere = commandsAt(at).get('moveTo')
    return [
      ...lists.map((list) =>
        line(`move.${list.id}`, list.name, {
          icon: <SquareKanban size={16} aria-hidden />,
          run: () => void move(itemsOf(card ? [card.id] : []), { listId: list.id, belowId: list.cards.at(-1)?.id ?? null }),
        }),
      ),
      ...(elsewhere
        ? [line('move.elsewhere', t('elsewhere'), { icon: <Columns3 size={16} aria-hidden />, run: () => void setTimeout(elsewhere) })]
        : []),
    ]
  }
}

function useDelegates({ board, card, meId }: Place): Choices {
  const edit = useEditCard({ id: card?.id ?? '', boardId: board?.id ?? '' })
  const members = useQuery({ ...membersQuery(board?.id ?? ''), enabled: board !== null }).data ?? []
  return () =>
    members
      .filter((member) => member.kind === 'agent' && member.capabilities?.delegatable && !member.deactivated)
      .map((agent) => {
        const delegation = { agentActorId: agent.actorId, delegatedByActorId: meId, delegatedAt: new Date().toISOString() }
        const input = { cardId: card?.id ?? '', agentActorId: agent.actorId }
        return line(`delegate.${agent.actorId}`, agent.name, {
          icon: <Avatar face={agent} size="xs" />,
          run: () => void edit('delegation.set', { input, shown: () => ({ delegation }), tile: { delegation }, failed: 'delegate' }),
        })
      })
}

/** What is typed is the title; each line is a list to put the card into. */
function useNewCard({ board }: Place): Choices {
  const t = useTranslations('find.steps')
  const write = useWrite()
  const add = async (listId: string, title: string) => {
    const done = await write('card.create', { listId, title }, { failed: 'create' })
    if (done && board) takeCard(board.id, cardModelOf(done.answer))
  }
  return (typed) => {
    const title = typed.trim()
    if (title === '') return []
    return (board?.lists ?? []).map((list) =>
      line(`new.${list.id}`, t('addTo', { list: list.name }), {
        icon: <Plus size={16} aria-hidden />,
        run: () => void add(list.id, title),
      }),
    )
  }
}

function useThemes(): Choices {
  const t = useTranslations('shell.themes')
  const [now] = useState(chosenTheme)
  return () => themes.map((theme) => line(`theme.${theme}`, t(theme), { icon: <Now is={theme === now} />, run: () => chooseTheme(theme) }))
}

function useLanguages(): Choices {
  const { locale, choose } = useLocaleChoice()
  return () =>
    locales.map((each) => line(`language.${each}`, localeNames[each], { icon: <Now is={each === locale} />, run: () => choose(each) }))
}

const Now = ({ is }: { is: boolean }) => <span className="size-4 text-accent">{is && <Check size={16} aria-hidden />}</span>
