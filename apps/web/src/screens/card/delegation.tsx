import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Gauge, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { membersQuery } from '../../api/queries.ts'
import { delegated } from '../../mutations/delegated.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useOpenCard } from './card-context.ts'
import { DelegateDialog } from './delegate-dialog.tsx'
import { valueClasses } from './property.tsx'
import { useCardCommands } from './use-card-commands.ts'

/** The one agent that works on the card for its assignees. */
export function Delegation() {
  const t = useTranslations('card')
  const more = useTranslations('details.card')
  const { board, card, edit, isAdmin, mayWrite, meId } = useOpenCard()
  const navigate = useNavigate()
  const [withBudget, setWithBudget] = useState(false)
  const members = useQuery(membersQuery(board.id)).data ?? []
  const agents = members.filter((member) => member.kind === 'agent' && member.capabilities?.delegatable)
  const agent = board.members.find((member) => member.actorId === card.delegation?.agentActorId)
  const delegate = (agentActorId: string) => {
    const delegation = delegated(card.delegation, agentActorId, meId)
    void edit('delegation.set', {
      input: { cardId: card.id, agentActorId },
      shown: () => ({ delegation }),
      tile: { delegation },
      failed: 'delegate',
    })
  }
  const takeBack = () =>
    void edit('delegation.clear', {
      input: { cardId: card.id },
      shown: () => ({ delegation: null }),
      tile: { delegation: null },
      failed: 'delegate',
    })
  useCardCommands({
    ...(mayWrite && agents.length > 0 && { delegateBudget: () => setWithBudget(true) }),
    ...(mayWrite && card.delegation && { endDelegation: takeBack }),
  })
  const trigger = (
    <Button variant="quiet" className={valueClasses} disabled={!mayWrite}>
      {agent ? (
        <span className="flex min-w-0 items-center gap-1.5">
          <Avatar face={agent} size="sm" /> <span className="truncate">{agent.name}</span>
        </span>
      ) : (
        <span className="text-ink-3">{t(mayWrite ? 'noAgent' : 'notDelegated')}</span>
      )}
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger} align="start">
        <MenuHeading>{agents.length === 0 ? t('noAgents') : t('delegateTo')}</MenuHeading>
        {agents.map((one) => (
          <MenuItem key={one.actorId} icon={<Avatar face={one} size="sm" />} onClick={() => delegate(one.actorId)}>
            <span className="truncate">{one.name}</span>
          </MenuItem>
        ))}
        {agents.length > 0 && (
          <MenuItem icon={<Gauge size={15} aria-hidden />} onClick={() => setWithBudget(true)}>
            {more('delegate.open')}
          </MenuItem>
        )}
        {agents.length === 0 && isAdmin && (
          <MenuItem
            icon={<Plus size={15} aria-hidden />}
            onClick={() =>
              void navigate({ to: '/boards/$boardId/settings/{-$page}/{-$item}', params: { boardId: board.id, page: 'members' } })
            }
          >
            {more('addAgent')}
          </MenuItem>
        )}
        {card.delegation && (
          <>
            <MenuLine />
            <MenuItem icon={<Undo2 size={15} aria-hidden />} onClick={takeBack}>
              {t('takeBack')}
            </MenuItem>
          </>
        )}
      </Menu>
      <DelegateDialog agents={agents} open={withBudget} onClose={() => setWithBudget(false)} />
    </>
  )
}
