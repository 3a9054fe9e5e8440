-- Another GPU stands where this one stood: it is no part of its host any more once nobody holds it. The row stays, since
-- leases that ended name it.
ALTER TABLE inventory.slot ADD COLUMN replaced boolean NOT NULL DEFAULT false;
-- Hosts where that happened before are brought in line by the next look.
UPDATE inventory.host h SET node_changed_at = 'epoch'
WHERE EXISTS (SELECT 1 FROM inventory.slot s WHERE s.node_id = h.node_id GROUP BY s.pci_address HAVING count(*) > 1);
