import { type Scope, scopeMeanings } from '@tandem/contract'
import type { FastifyReply } from 'fastify'
import type { AuthorizationRequest, Offer, OfferedBoard } from '../../kernel/oauth.ts'
import { type Html, html } from '../http/html.ts'
import { sendPage } from '../http/page.ts'
import { placeOf, sourceOf } from './redirects.ts'

export function sendConsent(
  reply: FastifyReply,
  request: AuthorizationRequest,
  offer: Offer,
  { csrf, problem = '' }: { csrf: string; problem?: string },
): FastifyReply {
  const { client, redirectUri } = request
  return sendPage(
    reply,
    problem === '' ? 200 : 400,
    `Allow ${client.name} to access Tandem?`,
    html`${problem === '' ? [] : html`<p class="alert" role="alert">${problem}</p>`}
<p>You are signed in as ${offer.personName}. This program wants to work on your boards as one of your agents, never as you.</p>
<dl><dt>App name</dt><dd>${client.name}</dd>
<dt>Identified by</dt><dd>${identityOf(client.id)}</dd>
<dt>Redirects to</dt><dd>${placeOf(redirectUri)}</dd></dl>
${warning(request)}
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<fieldset><legend>Permissions</legend>${request.scopes.map(scopeBox)}</fieldset>
<fieldset><legend>Agent</legend>
<label><input type="radio" name="agent" value="made" checked> ${offer.made ? `${offer.made.name} (@${offer.made.handle}), created for this app` : 'A new agent for this app'}</label>
${offer.agents.map((agent) => html`<label><input type="radio" name="agent" value="${agent.id}"> ${agent.name} (@${agent.handle})</label>`)}</fieldset>
<fieldset><legend>Boards</legend>
<label><input type="radio" name="leash" value="chosen" checked> Only boards that I select</label>
${offer.boards.map((board) => boardBox(board, offer))}
<label><input type="radio" name="leash" value="all"> All boards of the agent that are also mine, now and later</label></fieldset>
<p><button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="plain">Deny</button></p>
</form>
<p><small>The app can never do more than you can. You can disconnect it at any time in your settings under Connected apps.</small></p>`,
    { formsLeadTo: [sourceOf(redirectUri)] },
  )
}

const identityOf = (clientId: string): string => (clientId.startsWith('https://') ? new URL(clientId).hostname : 'Not verified')

function warning({ client, isLocal }: AuthorizationRequest): Html {
  if (isLocal)
    return html`<p><strong>The response goes to an app on this computer.</strong> Any app on it can use this name. Allow access only
if you have just started it yourself.</p>`
  if (client.id.startsWith('https://')) return html``
  return html`<p><strong>This name is not verified.</strong> Allow access only if you have just requested it yourself and know where the
response goes.</p>`
}

const scopeBox = (scope: Scope): Html =>
  html`<label><input type="checkbox" name="scopes" value="${scope}" checked> ${scopeMeanings[scope]} <small>${scope}</small></label>`

function boardBox(board: OfferedBoard, { made, agents }: Offer): Html {
  const there = [...(made ? [made] : []), ...agents].filter((agent) => board.agentIds.includes(agent.id)).map((agent) => agent.name)
  if (board.role !== 'admin' && there.length === 0) {
    const whom = board.adminNames.length === 0 ? 'an admin' : board.adminNames.join(' or ')
    return html`<label><input type="checkbox" name="boards" value="${board.id}" disabled> ${board.name}
<small>no agent of yours is a member. Ask ${whom} to add one.</small></label>`
  }
  const note = board.role === 'admin' ? 'an agent that is not a member joins as one' : `only with ${there.join(' or ')}`
  return html`<label><input type="checkbox" name="boards" value="${board.id}"> ${board.name} <small>${note}</small></label>`
}
