import type { Handlers } from '../../kernel/handlers.ts'
import { listActors, updateActor } from './admin.ts'
import { leaveBoard, listBoardsOfAgent, listRequests, settleRequest } from './agent-boards.ts'
import { createAgent, deactivateAgent, listAgents, updateAgent } from './agents.ts'
import { readAudit, readOwnAudit } from './audit.ts'
import { login } from './login.ts'
import { findActor, readMe, updateMe } from './me.ts'
import { changePassword } from './password.ts'
import type { ProfileDeps } from './profile.ts'
import { register } from './register.ts'
import { forgotPassword, resetPassword } from './reset.ts'
import { logout, webSessionHandlers } from './web-sessions.ts'

export function createActorHandlers(deps: ProfileDeps) {
  return {
    'auth.register': register,
    'auth.login': login,
    'auth.logout': logout,
    ...webSessionHandlers,
    'auth.password': changePassword,
    'auth.forgot': forgotPassword,
    'auth.reset': resetPassword,
    'me.get': readMe,
    'me.update': updateMe(deps),
    'me.audit': readOwnAudit,
    'actor.find': findActor,
    'agent.create': createAgent,
    'agent.list': listAgents,
    'agent.update': updateAgent(deps),
    'agent.deactivate': deactivateAgent,
    'agent.requests': listRequests,
    'agent.settleRequest': settleRequest,
    'agent.boards': listBoardsOfAgent,
    'agent.leaveBoard': leaveBoard,
    'admin.actors.list': listActors,
    'admin.actors.update': updateActor,
    'admin.audit': readAudit,
  } satisfies Partial<Handlers>
}
