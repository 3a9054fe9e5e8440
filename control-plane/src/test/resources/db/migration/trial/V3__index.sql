DROP INDEX CONCURRENTLY IF EXISTS public.trial_index;
CREATE UNIQUE INDEX CONCURRENTLY trial_index ON public.trial_in_use (number);
