ALTER TABLE public.trial_in_use ADD COLUMN later text;
