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
    `Let ${client.name} in?`,
    html`${problem === '' ? [] : html`<p class="alert" role="alert">${problem}</p>`}
<p>You are signed in as ${offer.personName}. This program wants to work on your boards as one of your agents.</p>
<dl><dt>It calls itself</dt><dd>${client.name}</dd>
<dt>${client.id.startsWith('https://') ? 'Described by' : 'Known as'}</dt><dd>${knownAs(client.id)}</dd>
<dt>The response goes to</dt><dd>${placeOf(redirectUri)}</dd></dl>
${warning(request)}
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<fieldset><legend>Permissions</legend>${request.scopes.map(scopeBox)}</fieldset>
<fieldset><legend>Agent</legend>
<label><input type="radio" name="agent" value="made" checked> ${offer.made ? `${offer.made.name} (@${offer.made.handle}), created for this program` : 'A new agent for this program'}</label>
${offer.agents.map((agent) => html`<label><input type="radio" name="agent" value="${agent.id}"> ${agent.name} (@${agent.handle})</label>`)}</fieldset>
<fieldset><legend>On which boards</legend>
<label><input type="radio" name="leash" value="chosen" checked> Only boards that I select here</label>
${offer.boards.map((board) => boardBox(board, offer))}
<label><input type="radio" name="leash" value="all"> All boards of the agent that are also mine, now and later</label></fieldset>
<p><button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="plain">Deny</button></p>
</form>
<p><small>It can never do more than you can. You can disconnect it at any time in your settings under Connected apps.</small></p>`,
    { formsLeadTo: [sourceOf(redirectUri)] },
  )
}

const knownAs = (clientId: string): string =>
  clientId.startsWith('https://') ? new URL(clientId).hostname : 'a program that registered itself'

function warning({ client, isLocal }: AuthorizationRequest): Html {
  if (isLocal)
    return html`<p><strong>The answer goes to a program on the computer in front of you.</strong> Any program there can give itself this
name: allow it only if you have just started it yourself.</p>`
  if (client.id.startsWith('https://')) return html``
  return html`<p><strong>This name is not verified.</strong> Allow it only if you have just asked for this yourself, and know where the
answer goes.</p>`
}

const scopeBox = (scope: Scope): Html =>
  html`<label><input type="checkbox" name="scopes" value="${scope}" checked> ${scopeMeanings[scope]} <small>${scope}</small></label>`

function boardBox(board: OfferedBoard, { made, agents }: Offer): Html {
  const there = [...(made ? [made] : []), ...agents].filter((agent) => board.agentIds.includes(agent.id)).map((agent) => agent.name)
  if (board.role !== 'admin' && there.length === 0) {
    const whom = board.adminNames.length === 0 ? 'an admin of it' : board.adminNames.join(' or ')
    return html`<label><input type="checkbox" name="boards" value="${board.id}" disabled> ${board.name}
<small>none of your agents is a member: ask ${whom} to add one</small></label>`
  }
  const note = board.role === 'admin' ? 'an agent that is not a member joins as one' : `with ${there.join(' or ')} alone`
  return html`<label><input type="checkbox" name="boards" value="${board.id}"> ${board.name} <small>${note}</small></label>`
}
