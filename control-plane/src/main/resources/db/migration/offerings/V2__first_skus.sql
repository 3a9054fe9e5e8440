-- What a new installation sells. Operators change, retire and add to it.
INSERT INTO offerings.sku (name, title, shape, gpu_model, mig_profile, counts, gpus_per_unit, vcpus, memory_bytes,
                           nvme_bytes, isolation, images, visibility, created_at)
SELECT name, title, shape, model, profile, counts, gpus, vcpus, memory_gib * 1073741824, nvme_gb * 1000000000,
       isolation, ARRAY['ubuntu-24.04-cuda', 'debian-13'], 'all', now()
FROM (VALUES
    ('h100-sxm-slice',     'H100 SXM GPUs',           'gpu_slice',  'h100-sxm', NULL, ARRAY[1, 2, 4, 8], 1, 14, 220::bigint, 3500::bigint, 'user_revoke'),
    ('h200-sxm-slice',     'H200 SXM GPUs',           'gpu_slice',  'h200-sxm', NULL, ARRAY[1, 2, 4, 8], 1, 14, 220, 3500, 'user_revoke'),
    ('h100-sxm-baremetal', 'A host of 8 H100 SXM',    'bare_metal', 'h100-sxm', NULL, ARRAY[1], 8, 112, 1900, 28000, 'user_revoke'),
    ('h200-sxm-baremetal', 'A host of 8 H200 SXM',    'bare_metal', 'h200-sxm', NULL, ARRAY[1], 8, 112, 1900, 28000, 'full_reimage'),
    ('h100-mig-1g.10gb',   'A seventh of an H100',    'mig', 'h100-sxm', '1g.10gb', ARRAY[1], 1, 2,  28,  400, 'user_revoke'),
    ('h100-mig-1g.20gb',   'A seventh of an H100, 20 GB', 'mig', 'h100-sxm', '1g.20gb', ARRAY[1], 1, 2, 48, 800, 'user_revoke'),
    ('h100-mig-2g.20gb',   'Two sevenths of an H100', 'mig', 'h100-sxm', '2g.20gb', ARRAY[1], 1, 4,  56,  800, 'user_revoke'),
    ('h100-mig-3g.40gb',   'Three sevenths of an H100', 'mig', 'h100-sxm', '3g.40gb', ARRAY[1], 1, 6, 96, 1600, 'user_revoke'),
    ('h100-mig-4g.40gb',   'Four sevenths of an H100', 'mig', 'h100-sxm', '4g.40gb', ARRAY[1], 1, 8, 112, 1600, 'user_revoke'),
    ('h100-mig-7g.80gb',   'A whole H100 as one instance', 'mig', 'h100-sxm', '7g.80gb', ARRAY[1], 1, 14, 220, 3500, 'user_revoke')
) AS s (name, title, shape, model, profile, counts, gpus, vcpus, memory_gib, nvme_gb, isolation);

INSERT INTO offerings.price (id, sku, gpu_hour_nanos, currency, effective_from, added_at, added_by)
SELECT gen_random_uuid(), sku, nanos, 'USD', '2026-01-01T00:00:00Z', now(), 'system'
FROM (VALUES
    ('h100-sxm-slice',     2490000000),
    ('h200-sxm-slice',     3490000000),
    ('h100-sxm-baremetal', 2290000000),
    ('h200-sxm-baremetal', 3290000000),
    ('h100-mig-1g.10gb',   420000000),
    ('h100-mig-1g.20gb',   560000000),
    ('h100-mig-2g.20gb',   790000000),
    ('h100-mig-3g.40gb',   1190000000),
    ('h100-mig-4g.40gb',   1490000000),
    ('h100-mig-7g.80gb',   2490000000)
) AS p (sku, nanos);
