import { answers, type Handlers } from '../../kernel/handlers.ts'
import { listActors, updateActor } from './admin.ts'
import { leaveBoard, listBoardsOfAgent, listRequests, settleRequest } from './agent-boards.ts'
import { createAgent, deactivateAgent, listAgents, updateAgent } from './agents.ts'
import { readAudit, readOwnAudit } from './audit.ts'
import { createAvatarReader, setAvatarOfAgent, setOwnAvatar } from './avatars.ts'
import { findActor, readMe, updateMe } from './me.ts'
import { createPictures, type PictureDeps } from './pictures.ts'
import { register } from './register.ts'
import { login } from './sign-in/login.ts'
import { changePassword } from './sign-in/password.ts'
import { forgotPassword, resetPassword } from './sign-in/reset.ts'
import { logout, webSessionHandlers } from './sign-in/web-sessions.ts'

export function createActorHandlers(given: PictureDeps) {
  const pictures = createPictures(given)
  const deps = { ...given, pictures }
  return {
    'auth.register': register,
    'auth.login': login,
    'auth.logout': { run: logout },
    ...webSessionHandlers,
    'auth.password': changePassword,
    'auth.forgot': answers(forgotPassword),
    'auth.reset': resetPassword,
    'me.get': answers(readMe),
    'me.update': updateMe(deps),
    'me.setAvatar': setOwnAvatar(pictures),
    'me.audit': { run: readOwnAudit },
    'actor.find': answers(findActor),
    'actor.avatar': { run: createAvatarReader(deps.store) },
    'agent.create': answers(createAgent),
    'agent.list': answers(listAgents),
    'agent.update': updateAgent(deps),
    'agent.setAvatar': setAvatarOfAgent(pictures),
    'agent.deactivate': answers(deactivateAgent),
    'agent.requests': answers(listRequests),
    'agent.settleRequest': answers(settleRequest),
    'agent.boards': answers(listBoardsOfAgent),
    'agent.leaveBoard': answers(leaveBoard),
    'admin.actors.list': { run: listActors },
    'admin.actors.update': answers(updateActor),
    'admin.audit': { run: readAudit },
  } satisfies Partial<Handlers>
}
