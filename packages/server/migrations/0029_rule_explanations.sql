-- Why a rule was paused, or skipped, as data: a reason with its parameters, beside the sentence. Of what was written before there is none.
alter table rules add column paused_why json;
alter table rule_runs add column why json;
